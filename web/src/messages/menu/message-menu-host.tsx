import { useEffect } from 'preact/hooks';
import type { Message, Room } from '#page/api-types.js';
import { useStore } from '#page/app/use-store.js';
import { lazy } from '#page/ui/lazy.js';
import { MessageMenu } from './message-menu.js';
import { type MessageDialog, messageMenu } from './message-menu-state.js';

export const loadMessageDialog = () => import('./message-dialog.js').then(({ MessageDialogView }) => MessageDialogView);

const MessageDialogView = lazy<{ type: MessageDialog; message: Message }>(loadMessageDialog, (inner) => (
  <div class="loading-part">{inner}</div>
));

interface HostProps {
  room: Room;
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
}

/** The menu of a message and its dialogs; outside of the list, because the list removes rows that leave the view. */
export function MessageMenuHost(props: HostProps) {
  const { menu, dialog } = useStore(messageMenu);
  useEffect(() => () => messageMenu.set({ menu: null, dialog: null }), []);
  return (
    <>
      {menu && <MessageMenu {...props} {...menu} />}
      {dialog && <MessageDialogView {...dialog} />}
    </>
  );
}
