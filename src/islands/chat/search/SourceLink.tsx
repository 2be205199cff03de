import type { SearchSource } from '#contract/search/aiSearch.ts';
import { sourceHref } from '#domain/search/sourceHref.ts';

/** A link that opens the page of a source in a new tab, or only its title if the address is not allowed. */
export function SourceLink({ source }: { source: SearchSource }) {
  const href = sourceHref(source);
  const title = source.title.trim() === '' ? source.host : source.title;
  if (href === undefined) return <span dir="auto">{title}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="font-medium text-accent underline underline-offset-2 wrap-anywhere touch:-my-3 touch:py-3"
      dir="auto"
    >
      {title}
    </a>
  );
}
