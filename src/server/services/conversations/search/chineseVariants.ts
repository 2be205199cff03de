import { Converter } from 'opencc-js/t2cn';

/** The block of Unicode with nearly all characters that have a simplified and a traditional form. */
const [firstCharacter, lastCharacter] = [0x4e00, 0x9fff];

const toSimplified = Converter({ from: 'tw', to: 'cn' });

type Forms = { simplified: ReadonlyMap<string, string>; variants: ReadonlyMap<string, string[]> };

let forms: Forms | undefined;

/** Returns the text with simplified characters, each for exactly one. Equal for texts that differ in their forms only. */
export function simplifyCharacters(text: string): string {
  const { simplified } = (forms ??= readForms());
  return text.replace(/\p{sc=Han}/gu, (character) => simplified.get(character) ?? character);
}

/** Returns all forms of a character, at least itself: `发`, `發` and `髮`. */
export function variantsOf(character: string): readonly string[] {
  const { simplified, variants } = (forms ??= readForms());
  return variants.get(simplified.get(character) ?? character) ?? [character];
}

/** Converts each character by itself, because conversion of words depends on their neighbours. Takes milliseconds. */
function readForms(): Forms {
  const simplified = new Map<string, string>();
  const variants = new Map<string, string[]>();
  for (let code = firstCharacter; code <= lastCharacter; code += 1) {
    const character = String.fromCharCode(code);
    const other = toSimplified(character);
    if (other === character || other.length !== 1) continue;
    simplified.set(character, other);
    variants.set(other, [...(variants.get(other) ?? [other]), character]);
  }
  return { simplified, variants };
}
