import type { ChatModel } from '#contract/models.ts';
import { questionMaxCharacters } from '#domain/chat.ts';
import { type Model, models } from '#domain/models.ts';
import type { Context } from '#server/context.ts';

/** Tokens are counted as at least a quarter of a character's, so no longer question can fit. */
const charactersPerToken = 4;

/**
 * The model catalogue as it is served now, in its own order. A text model that no upstream serves is left out; media
 * models are listed and say whether they are available.
 */
export function listModels(context: Pick<Context, 'models'>): ChatModel[] {
  return models.flatMap((model) => {
    const route = context.models.route(model);
    if (model.kind === 'text' && !route) return [];
    const inputs = [...(route?.inputs ?? [])];
    return [
      {
        ...cardOf(model),
        inputs,
        available: route !== undefined,
        sandbox: route?.sandbox ?? false,
      },
    ];
  });
}

function cardOf(model: Model): Omit<ChatModel, 'available' | 'sandbox' | 'inputs'> {
  return {
    id: model.id,
    title: model.title,
    group: model.group,
    kind: model.kind,
    price: model.price,
    tip: null,
    max_input_tokens: model.maxInputTokens,
    max_output_tokens: model.maxOutputTokens,
    successor: null,
    health: 'working',
    alternative: null,
    max_question_characters: Math.min(
      questionMaxCharacters,
      model.maxInputTokens * charactersPerToken,
    ),
  };
}
