import { useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import type { PlainPanel } from '../app/overlays.js';
import { openPanel } from '../app/panel.js';
import { useText } from '../app/text/text.js';
import { documentAccept, keyOfKind, mediaAccept } from '../media/file-kinds.js';
import { Icon, type IconName } from '../ui/icon.js';
import { attachFiles } from './attachments.js';

interface Kind {
  panel: PlainPanel;
  icon: IconName;
  key: string;
  label: 'writeSurvey' | 'writeArticle' | 'place' | 'contact';
}

const kinds: Kind[] = [
  { panel: 'write-survey', icon: 'survey', key: 'surveys', label: 'writeSurvey' },
  { panel: 'write-article', icon: 'article', key: 'entries', label: 'writeArticle' },
  { panel: 'write-place', icon: 'place', key: 'locations', label: 'place' },
  { panel: 'write-contact', icon: 'card', key: 'share_contact_cards', label: 'contact' },
];

/** The attachment menu, with the kinds that the person may send. */
export function AttachMenu({ room, isBarred }: { room: Room; isBarred: boolean }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const offered = kinds.filter(({ key }) => room.my_permissions?.includes(`send_message.${key}`));
  const may = (...keys: string[]) => keys.some((key) => room.my_permissions?.includes(key));
  const canShow = may(keyOfKind.photo, keyOfKind.video, keyOfKind.gif);
  const canFile = may(keyOfKind.document);
  const take = (files: File[]) => {
    setOpen(false);
    attachFiles(room.slug, files);
  };
  const choose = (panel: PlainPanel) => {
    setOpen(false);
    openPanel({ type: panel });
  };
  const closeWith = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu; its button does the same.
    <div class="attach" onKeyDown={closeWith}>
      <button
        type="button"
        class="attach-open"
        title={text.attach}
        aria-expanded={isOpen}
        data-testid="attach"
        disabled={isBarred || !(canShow || canFile || offered.length > 0)}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'close' : 'plus'} size={22} />
      </button>
      {isOpen && (
        <div class="attach-menu">
          {canShow && <FileChoice icon="photo" label={text.attachMedia} accept={mediaAccept} onFiles={take} />}
          {canFile && <FileChoice icon="file" label={text.attachDocument} accept={documentAccept} onFiles={take} />}
          {offered.map(({ panel, icon, label }) => (
            <button type="button" key={panel} data-testid={`attach-${icon}`} onClick={() => choose(panel)}>
              <Icon name={icon} />
              {text[label]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface FileChoiceProps {
  icon: 'photo' | 'file';
  label: string;
  accept: string;
  onFiles: (files: File[]) => void;
}

function FileChoice({ icon, label, accept, onFiles }: FileChoiceProps) {
  return (
    <label class="file-choice">
      <Icon name={icon} />
      {label}
      <input
        type="file"
        multiple
        accept={accept}
        data-testid={`attach-${icon}`}
        onChange={(event) => onFiles([...(event.currentTarget.files ?? [])])}
      />
    </label>
  );
}
