import { useCurrentSection } from '#islands/chat/settings/useCurrentSection.ts';
import { useText } from '#islands/shared/text.tsx';
import { useEffect, useRef } from 'react';

/** Sections by their ids. Titles are keys of texts. */
type Group = { title: string; sections: readonly { id: string; title: string }[] };

/** Links to the sections: a row above them, or a column beside them where there is room. Always in view. */
export function SettingsContents({ groups }: { groups: readonly Group[] }) {
  const { t } = useText();
  const nav = useRef<HTMLElement>(null);
  const current = useCurrentSection(groups.flatMap(({ sections }) => sections.map(({ id }) => id)));
  useEffect(() => {
    if (nav.current && current !== undefined) showLink(nav.current, `[href="#${current}"]`);
  }, [current]);
  useEffect(() => (nav.current ? keepCurrentInView(nav.current) : undefined), []);
  return (
    <nav ref={nav} aria-label={t('settings.contents')} className="settings-contents">
      <ul>
        {groups.map(({ title, sections }) => (
          <li key={title}>
            <p>{t(title)}</p>
            <ul>
              {sections.map(({ id, title: name }) => (
                <li key={id}>
                  <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                    {t(name)}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section that appears late moves the links after its own. Returns an unsubscribe function. */
function keepCurrentInView(nav: HTMLElement): () => void {
  const resizing = new ResizeObserver(() => showLink(nav, '[aria-current]'));
  if (nav.firstElementChild) resizing.observe(nav.firstElementChild);
  return () => resizing.disconnect();
}

/** Scrolls the links, and nothing around them, so that one of them is in the middle. */
function showLink(nav: HTMLElement, selector: string): void {
  const link = nav.querySelector<HTMLElement>(selector);
  if (!link) return;
  nav.scrollTo({
    left: link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2,
    top: link.offsetTop - (nav.clientHeight - link.offsetHeight) / 2,
  });
}
