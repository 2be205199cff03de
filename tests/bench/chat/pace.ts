/** How an answer comes: its first token after `first` ms, then one every `every` ms. */
export type Pace = { first: number; tokens: number; every: number };

/** The question that asks the fake upstream for an answer at this pace. */
export function questionFor({ first, tokens, every }: Pace): string {
  return `bench ${first} ${tokens} ${every}: what is worth knowing about herons?`;
}

/** The pace that the last question of a request asks for. */
export function paceIn(text: string): Pace {
  const asked = [...text.matchAll(/bench (\d+) (\d+) ([\d.]+):/g)].at(-1);
  if (!asked) throw new Error('The question names no pace');
  return { first: Number(asked[1]), tokens: Number(asked[2]), every: Number(asked[3]) };
}

/** An answer as models write them, token by token: paragraphs, lists, a table and code. */
export function* tokensOf(count: number): Iterable<string> {
  const words = sample.match(/\s*\S+/g) ?? [];
  for (let place = 0; place < count; place += 1) {
    const word = words[place % words.length] ?? '';
    yield place > 0 && place % words.length === 0 ? `\n\n${word.trimStart()}` : word;
  }
}

const sample = `## Herons

Herons are **long-legged** birds that stand still for a long time and then strike. They live near
water on every continent but one, and most of them hunt alone, at dawn and at dusk.

- The *grey heron* is the one that stands beside ponds.
- The \`purple heron\` prefers reeds.
- Night herons hunt when the others sleep.

| Bird | Height | Seen |
| --- | ---: | --- |
| Grey heron | 98 cm | often |
| Purple heron | 90 cm | seldom |

\`\`\`ts
const heron = { name: 'grey', height: 98 };
console.log(heron.name);
\`\`\`

In flight they bend their necks, which tells them from storks and cranes at a glance.`;
