import { type HelpName, helpPath } from '#domain/help/helpPaths.ts';
import { useText } from '#islands/shared/text.tsx';

/** A link to the help page about what is shown beside it. */
export function HelpLink({ page, text }: { page: HelpName; text: string }) {
  const { language } = useText();
  return (
    <a
      className="inline-flex items-center text-accent underline touch:min-h-11"
      href={helpPath(language, page)}
    >
      {text}
    </a>
  );
}
