import { Lists } from '#islands/saved/Lists.tsx';
import { useHydrated } from '#islands/shared/Hydrated.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { type PageText, TextProvider } from '#islands/shared/text.tsx';

/** The GPTs that the signed-in user saved and used. It hydrates when a user is or becomes signed in. */
export function SavedLists({ loading, ...text }: PageText & { loading: string }) {
  if (!useHydrated()) return <Spinner label={loading} />;
  return (
    <TextProvider {...text}>
      <Lists />
    </TextProvider>
  );
}
