import type { Message } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { EmojiPicker } from '#page/composer/emoji/emoji-popup.js';
import { ShareDialog } from '#page/discover/share-dialog.js';
import { Dialog } from '#page/ui/dialog.js';
import { ForwardMessage } from '../forward-dialog.js';
import { toggleReaction } from '../message-actions.js';
import { ReactorsDialog } from '../reactors-dialog.js';
import { ReportDialog } from '../report-dialog.js';
import { type MessageDialog, messageMenu } from './message-menu-state.js';

/** The dialog that a menu of a message has opened. */
export function MessageDialogView({ type, message }: { type: MessageDialog; message: Message }) {
  const text = useText();
  const done = () => messageMenu.set({ dialog: null });
  const react = (emoji: string) => {
    done();
    void toggleReaction(message, emoji);
  };
  switch (type) {
    case 'emoji':
      return (
        <Dialog title={text.react} onClose={done}>
          <EmojiPicker onTake={react} onClose={done} />
        </Dialog>
      );
    case 'forward':
      return <ForwardMessage message={message} onClose={done} />;
    case 'share':
      return <ShareDialog message={message} onClose={done} />;
    case 'reactors':
      return <ReactorsDialog message={message} onClose={done} />;
    case 'report':
      return <ReportDialog kind="message" id={message.id} onClose={done} />;
  }
}
