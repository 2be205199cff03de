import type { Attachment } from '#contract/chat/attachments.ts';
import { CallError } from '#contract/call.ts';
import type { QuestionBody } from '#stores/answers/answerStream.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { answerOptionsOf } from '#domain/chat/chatSettings.ts';
import { gptInstructions } from '#domain/gpts/gptInstructions.ts';
import { type MediaOptions, isMediaKind } from '#domain/media/media.ts';
import { estimateTokens } from '#domain/costs/estimateTokens.ts';
import { gptPrice } from '#domain/models/models.ts';
import { countSteps, priceStepsOf } from '#domain/costs/questionPrice.ts';
import { countQuestionTokens } from '#domain/costs/questionTokens.ts';
import { searchTarget } from '#domain/chat/chatPaths.ts';
import { $aiSearch, toSearchModel } from '#stores/chat/aiSearch.ts';
import { chatTarget } from '#stores/answers/answerSession.ts';
import { $isTemporary } from '#stores/conversations/temporary.ts';
import { isSameTarget } from '#stores/route/route.ts';
import {
  $chatSettings,
  $personalTokens,
  type ChatSettings,
  loadChatSettings,
} from '#stores/chat/chatSettings.ts';
import { $gpts, reloadGpt } from '#stores/gpts/gpts.ts';
import { priceWith } from '#stores/media/mediaOptions.ts';
import { $models, type ChatModel } from '#stores/models/models.ts';
import { findMessage } from '#stores/thread/branches.ts';
import { type Answer, type Question, currentThread } from '#stores/thread/thread.ts';

/** The text of a question and its files. */
export type AskedQuestion = { text: string; attachments: readonly Attachment[] };

/** The model or GPT that a question goes to. */
export type QuestionTarget = { gpt: string } | { model: string };

/** The credits of a question: those of one step, times the steps. */
export type QuestionPrice = { price: number; each: number; steps: number };

/** A model, or a GPT with its model, which is `undefined` while it is unknown here. */
type Partner = { gpt: Gpt; model: ChatModel | undefined } | { gpt?: undefined; model: ChatModel };

/** Tokens of the instructions of GPTs, which may have hundreds of thousands of characters. */
const instructionTokens = new WeakMap<Gpt, number>();

/** Whether a question costs several times the price of a step, which pages then explain. */
export function costsSeveralSteps({ price, steps }: QuestionPrice): boolean {
  return steps > 1 && price > 0;
}

/** Returns the price of a question, counted as the server counts it; of media with the default options. */
export function priceQuestion(
  { text, attachments: files }: AskedQuestion,
  { gpt, model }: Partner,
  settings: ChatSettings,
): QuestionPrice {
  if (!model) return { price: gptPrice, each: gptPrice, steps: 1 };
  if (isMediaKind(model.kind)) return { price: model.price, each: model.price, steps: 1 };
  const { inputs, pictures } = model;
  const asked = { price: model.price, stepTokens: model.step_tokens };
  const { price: each, stepTokens } = priceStepsOf(asked, gpt !== undefined);
  const own = gpt ? tokensOfGpt(gpt) : tokensOfSettings(settings);
  // As on the server (`textProducer.ts`).
  const hasPersonal = model.id !== searchTarget.model && !$isTemporary.get();
  const personal = hasPersonal ? $personalTokens.get() : 0;
  const instructions = own + personal;
  const question = { text: text.trim(), files, instructionTokens: instructions };
  const steps = countSteps(countQuestionTokens(question, { inputs, pictures, stepTokens }), {
    stepTokens,
  });
  return { price: each * steps, each, steps };
}

/**
 * Returns the price on the screen and the options of a media model. The server refuses the question if its price is
 * higher, so that the user never pays more than the page showed.
 */
export function priceAndOptions(
  target: QuestionTarget,
  options: MediaOptions | undefined,
  question: AskedQuestion,
): Pick<QuestionBody, 'max_price' | 'options'> {
  const partner = findPartner(target);
  if (!partner) return 'gpt' in target ? { max_price: gptPrice } : {};
  const { gpt, model } = partner;
  if (!gpt && isMediaKind(model.kind)) {
    return { max_price: priceWith(model, options), ...(options && { options }) };
  }
  return { max_price: priceQuestion(question, partner, $chatSettings.get()).price };
}

/** Returns the price that a refusal of an unsent question named, if it is sent again to the same model or GPT. */
export function namedPrice({ delivery }: Question): number | undefined {
  const target = chatTarget();
  if (delivery.state !== 'unsent' || !target) return undefined;
  const { key, values } = delivery.problem;
  if (key !== 'errors.price_changed' || !isSameTarget(delivery.target, target)) return undefined;
  return Number(values['count']);
}

/**
 * Loads again what the price of a question is counted from, when a refusal says that another page or an author has changed
 * it. `modelWatch` loads the models.
 */
export function reloadPriced(target: QuestionTarget, error: unknown): void {
  if (!(error instanceof CallError) || error.code !== 'price_changed') return;
  void loadChatSettings();
  if ('gpt' in target) void reloadGpt(target.gpt);
}

/** Returns the question of an answer; an empty one if it is not loaded, which then costs one step or is refused. */
export function questionOf({ parentKey }: Answer): AskedQuestion {
  const question = findMessage(currentThread()?.all ?? [], parentKey);
  return question?.role === 'user' ? question : { text: '', attachments: [] };
}

function findPartner(target: QuestionTarget): Partner | undefined {
  if ('gpt' in target) {
    const known = $gpts.get()[target.gpt];
    if (known?.state !== 'ready') return undefined;
    return { gpt: known.gpt, model: findChatModel(known.gpt.model) };
  }
  const isSearch = target.model === searchTarget.model;
  const model = isSearch ? toSearchModel($aiSearch.get(), '') : findChatModel(target.model);
  return model && { model };
}

export function findChatModel(name: string): ChatModel | undefined {
  return $models.get().models.find(({ id }) => id === name);
}

function tokensOfGpt(gpt: Gpt): number {
  const known = instructionTokens.get(gpt);
  if (known !== undefined) return known;
  const tokens = estimateTokens(gptInstructions({ ...gpt, promptStarters: gpt.prompt_starters }));
  instructionTokens.set(gpt, tokens);
  return tokens;
}

function tokensOfSettings(settings: ChatSettings): number {
  const target = { gptId: null, instructions: undefined, maxOutputTokens: 0 };
  return estimateTokens(answerOptionsOf(settings, target).instructions ?? '');
}
