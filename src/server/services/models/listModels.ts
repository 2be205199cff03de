import type { ChatModel } from '#contract/models/models.ts';
import { pictureCountOf } from '#domain/chat/attachments.ts';
import { questionMaxCharacters } from '#domain/chat/chat.ts';
import { dayOf } from '#domain/dates.ts';
import { isMediaKind } from '#domain/media/media.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import { alternativeTo } from '#domain/models/modelAlternative.ts';
import { isReplaced, tipOf } from '#domain/models/modelSettings.ts';
import type { ModelPlatform } from '#server/context.ts';
import { makerOf } from '#server/gateways/media/mediaTargets.ts';
import { targetsOf } from '#server/gateways/models/targets.ts';
import type { ServedModel } from '#server/services/models/readSettings.ts';
import { shownModels } from '#server/services/models/shownModels.ts';

/** A token is estimated as four characters at most, so no longer question can fit. */
const charactersPerToken = 4;

/** Lists the offered models in their order, with the operator's tips in a language. */
export async function listModels(
  platform: ModelPlatform,
  language: Language = defaultLanguage,
): Promise<ChatModel[]> {
  const shown = await shownModels(platform);
  return shown.map((model) => ({
    ...cardOf(model),
    tip: tipOf(model, language),
    inputs: [...(model.route?.inputs ?? [])],
    pictures: pictureCountOf(model.route?.upstream),
    successor: model.closed === null ? successorOf(platform, model) : null,
    health: model.health,
    disturbed: model.disturbed,
    alternative:
      model.health === 'working' && !model.resting && !model.refused && model.closed === null
        ? null
        : (alternativeTo(model, shown)?.id ?? null),
    available: model.available,
    resting: model.resting,
    closed: model.closed,
    sandbox: model.route?.sandbox ?? false,
  }));
}

/** Returns the upstream model that replaces one that was shut down; `null` if it is not replaced. */
export function successorOf({ config, now }: ModelPlatform, model: ServedModel): string | null {
  const { kind } = model;
  if (isMediaKind(kind)) return makerOf({ ...model, kind }, config.media, now());
  if (!isReplaced(model, dayOf(now()))) return null;
  // The name does not depend on the address of the sandbox.
  const sandbox = config.sandboxModels ? { url: '' } : undefined;
  return targetsOf(model, config.providers, sandbox, now())[0]?.answers ?? null;
}

function cardOf(model: ServedModel) {
  return {
    id: model.id,
    title: model.title,
    group: model.group,
    kind: model.kind,
    price: model.price,
    max_input_tokens: model.maxInputTokens,
    step_tokens: model.stepTokens,
    max_output_tokens: model.maxOutputTokens,
    max_question_characters: Math.min(
      questionMaxCharacters,
      model.maxInputTokens * charactersPerToken,
    ),
  };
}
