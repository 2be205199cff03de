/**
 * Why a question to these models may cost more than its credits are sold for. Without a reason the price check fails.
 */
export const priceWaivers: Readonly<Record<string, string>> = {
  'dall-e-3':
    'Specified at 4 credits. OpenAI shuts its cheapest model down on 1 December 2026; a picture of the successor costs about $0.024 (28 November 2026). gpt-image-2.5-flare costs $0.006: dolores models map dall-e-3 openai gpt-image-2.5-flare.',
  'suno-v3':
    'Specified at 5 credits; one call makes two songs for about $0.06 (10 March 2026). Few questions go to music, and it is off until a provider is connected.',
  'luma-video':
    'Specified at 5 credits; five seconds at 540p cost $0.15, ten $0.45 (8 October 2026). It is off until a provider is connected: set a daily cap for it then.',
};
