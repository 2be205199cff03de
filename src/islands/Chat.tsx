import { ChatArea } from '#islands/chat/ChatArea.tsx';
import { type PageText, TextProvider } from '#islands/shared/text.tsx';

/** The whole chat area of a language. The path chooses the screen. */
export function Chat(text: PageText) {
  return (
    <TextProvider {...text}>
      <ChatArea />
    </TextProvider>
  );
}
