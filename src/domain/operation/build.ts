/** The specified constants of the build. `/healthz` returns them. */
export const build = {
  title: 'Dolores',
  mode: 'dolores',
  abTestEnvironment: 'production',
} as const;
