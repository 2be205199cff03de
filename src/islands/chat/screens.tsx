import { withSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { focusScreen } from '#islands/chat/links.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { ReactNode } from 'react';

const GptLists = lazyPart(
  async () => (await import('#islands/chat/gpts/GptLists.tsx')).GptLists,
  withSpinner,
);
const Gallery = lazyPart(
  async () => (await import('#islands/chat/media/Gallery.tsx')).Gallery,
  withSpinner,
);
const AllSettings = lazyPart(
  async () => (await import('#islands/chat/settings/AllSettings.tsx')).AllSettings,
  withSpinner,
);

const ContinueShared = lazyPart(
  async () => (await import('#islands/chat/conversations/ContinueShared.tsx')).ContinueShared,
  withSpinner,
);

/** The screen of an address without content. */
export const MissingScreen = lazyPart(
  async () => (await import('#islands/chat/models/MissingScreen.tsx')).MissingScreen,
  withSpinner,
);

/** Saved, used and popular GPTs, and a search for others. */
export function GptsScreen() {
  const { t } = useText();
  return (
    <Screen className="grid gap-6" title={t('chat.gpts.title')}>
      <GptLists />
    </Screen>
  );
}

/** The pictures, music and videos that models made for the user. */
export function GalleryScreen() {
  const { t } = useText();
  return (
    <Screen className="grid gap-4" title={t('chat.media.gallery')}>
      <Gallery />
    </Screen>
  );
}

export function SettingsScreen() {
  const { t } = useText();
  return (
    <Screen className="grid gap-8" title={t('chat.settings.title')} isWide>
      <AllSettings />
    </Screen>
  );
}

/** Copies a shared conversation into the user's account. */
export function ContinueScreen({ shareId }: { shareId: string }) {
  return (
    <Column>
      <ContinueShared shareId={shareId} onOpen={focusScreen} />
    </Column>
  );
}

/** The screen of an address that the chat area does not have. */
export function UnknownScreen() {
  const { t } = useText();
  return (
    <Column>
      <MissingScreen title={t('chat.missing.title')} text={t('chat.missing.path')} hasModels />
    </Column>
  );
}

type Props = {
  className: string;
  title: string;
  /** Whether a wide screen has room for links beside the column. */
  isWide?: boolean;
  children: ReactNode;
};

function Screen({ className, title, isWide = false, children }: Props) {
  return (
    <Column isWide={isWide}>
      <div className={className}>
        <h1 tabIndex={-1} className="text-28">
          {title}
        </h1>
        {children}
      </div>
    </Column>
  );
}

/** One column that scrolls. */
function Column({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  const width = isWide ? 'max-w-190 lg:max-w-250' : 'max-w-190';
  return (
    // The links of a wide screen stay at its top where it is narrow, and must not cover what has the focus.
    <div
      className={`relative min-h-0 flex-1 overflow-y-auto overscroll-contain ${isWide ? 'scroll-pt-16' : ''}`}
    >
      <div className={`mx-auto px-4 pt-4 pb-8 ${width}`}>{children}</div>
    </div>
  );
}
