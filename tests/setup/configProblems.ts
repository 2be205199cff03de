import { ConfigError, readConfig } from '#server/config.ts';

/** The least that production needs. */
export const productionEnvironment = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://dolores.example/',
  SECRET: 'Qm3vT9xLr2Kp7WzYb5Nc8HdFs4Jg6AeU',
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'Dolores <hello@dolores.example>',
  ANTHROPIC_API_KEY: 'key',
};

/** Returns the problems of an environment, sentence by sentence. */
export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
