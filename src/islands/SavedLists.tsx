import { Lists } from '#islands/saved/Lists.tsx';
import { useAwake } from '#islands/shared/Awake.tsx';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { type PageText, TextProvider } from '#islands/shared/text.tsx';

/** The GPTs that the signed-in user saved and used. It wakes when somebody is signed in, or signs in. */
export function SavedLists({ loading, ...text }: PageText & { loading: string }) {
  if (!useAwake()) return <Spinner label={loading} />;
  return (
    <TextProvider {...text}>
      <Lists />
    </TextProvider>
  );
}
