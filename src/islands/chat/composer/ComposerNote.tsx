import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type Props = {
  icon?: ReactNode;
  /** The class of the icon's colour. */
  iconColour?: string;
  /** Screen readers read it when it appears. */
  text: ReactNode;
  /** Whether the user can dismiss the note until its text changes. Only for notes without which one can go on. */
  isDismissable?: boolean;
  /** The actions of the note. */
  children?: ReactNode;
};

/** One line above the message box. On narrow screens its actions are below the text. */
export function ComposerNote({
  icon,
  iconColour = 'text-soft',
  text,
  isDismissable = false,
  children,
}: Props) {
  const { t } = useText();
  const [dismissed, setDismissed] = useState<ReactNode>();
  if (isDismissable && dismissed === text) return null;
  const dismiss = (): void => {
    setDismissed(text);
    // The pressed button disappears.
    document.getElementById('message')?.focus();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-large bg-sunken px-4 py-2 text-14 short:py-0.5">
      {icon && <span className={`shrink-0 ${iconColour}`}>{icon}</span>}
      <output className="min-w-[min(13rem,60%)] flex-1">{text}</output>
      {children}
      {isDismissable && (
        <IconButton
          label={t('composer.close')}
          icon={X}
          className="-my-1 -mr-2.5"
          onClick={dismiss}
        />
      )}
    </div>
  );
}
