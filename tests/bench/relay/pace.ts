/** How an answer comes: its first token after `first` ms, then one every `every` ms. */
export type Pace = { first: number; tokens: number; every: number };

/** The question that asks the fake upstream for an answer at this pace. */
export function questionFor({ first, tokens, every }: Pace): string {
  return `bench ${first} ${tokens} ${every}: tell me about herons, please.`;
}

/** The pace that a request's body asks for. */
export function paceIn(body: string): Pace {
  const asked = /bench (\d+) (\d+) ([\d.]+):/.exec(body);
  // The server asks by itself, too: whether a key works, for a title.
  if (!asked) return { first: 0, tokens: 3, every: 1 };
  return { first: Number(asked[1]), tokens: Number(asked[2]), every: Number(asked[3]) };
}
