/** The specified constants of the build, as `/healthz` names them. */
export const build = {
  title: 'Dolores',
  mode: 'dolores',
  abTestEnvironment: 'production',
} as const;
