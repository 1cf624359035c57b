import { useSettingsText } from '../account/settings-text.js';
import type { Room } from '../api-types.js';
import type { PlainPanel } from '../app/overlays.js';
import { openPanel } from '../app/panel.js';
import { hashOfRoom } from '../app/route.js';
import { SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { useBotsText } from '../bots/bots-text.js';
import { Avatar } from '../members/avatar.js';
import { type Rights, rightsIn } from '../members/rights.js';
import { useDiscussionsText } from '../messages/panels/discussions-text.js';
import { Report } from '../messages/report-dialog.js';
import { confirmed } from '../ui/confirm.js';
import { CopyButton } from '../ui/copy-button.js';
import { Switch } from '../ui/fields.js';
import { Icon, type IconName } from '../ui/icon.js';
import { deleteRoom } from './admin/admin-actions.js';
import { NotificationChoice } from './notifications/notification-choice.js';
import { leaveRoom } from './room-actions.js';
import { type Flag, setFlag } from './room-flags.js';

/** The info panel of a room, with links to the panels that the person may open. */
export function RoomInfo({ room }: { room: Room }) {
  const text = useText();
  const rights = rightsIn(room);
  return (
    <SidePanel title={text.roomInfo} testId="panel-info">
      <div class="info-head">
        <Avatar name={room.name} photo={room.avatar} size={120} square />
        <h3>{room.name}</h3>
        <p>
          /{room.slug} · {room.visibility === 'closed' ? text.closedShort : text.openShort}
        </p>
        <CopyButton label={text.copyLink} value={`${location.origin}/${hashOfRoom(room.slug)}`} />
      </div>
      <Ways room={room} rights={rights} />
      <Flags room={room} />
      <Ends room={room} isFounder={rights.isFounder} />
      {!rights.isFounder && <Report kind="room" id={room.id} />}
    </SidePanel>
  );
}

function Ways({ room, rights }: { room: Room; rights: Rights }) {
  const text = useText();
  const words = useSettingsText();
  const own = useDiscussionsText();
  const bots = useBotsText();
  const waiting = useApp((state) => state.requests[room.slug]?.length ?? 0);
  return (
    <nav class="panel-list">
      <Way to="members" icon="people" label={text.membersTitle} count={room.member_count ?? 0} />
      <Way to="gallery" icon="photo" label={text.gallery} />
      <Way to="pins" icon="pin" label={text.pins} count={room.pins.length} />
      <Way to="discussions" icon="discuss" label={own.title} />
      <Way to="topics" icon="hash" label={text.topics} />
      <Way to="stats" icon="chart" label={words.stats} />
      <Way to="room-events" icon="history" label={words.activityLog} />
      {!rights.isAdmin && <Way to="photos" icon="photo" label={words.roomPhotos} />}
      {rights.isAdmin && (
        <>
          <h3 class="panel-section">{text.administration}</h3>
          <Way to="settings" icon="sliders" label={text.settings} />
          <Way to="photos" icon="photo" label={text.roomPhotos} />
          {rights.deny && <Way to="permissions" icon="shield" label={text.permissions} />}
          <Way to="requests" icon="door" label={text.requests} count={waiting} isNews={waiting > 0} />
          <Way to="invites" icon="link" label={text.invites} />
          <Way to="bans" icon="ban" label={text.bans} />
          <Way to="webhooks" icon="bot" label={bots.webhooks} />
          {rights.isFounder && <Way to="vanity" icon="link" label={words.vanity} />}
        </>
      )}
    </nav>
  );
}

interface WayProps {
  to: PlainPanel;
  icon: IconName;
  label: string;
  count?: number;
  isNews?: boolean;
}

export function Way({ to, icon, label, count = 0, isNews = false }: WayProps) {
  return (
    <button type="button" class="panel-way" data-testid={`way-${to}`} onClick={() => openPanel({ type: to })}>
      <Icon name={icon} />
      <span>{label}</span>
      {count > 0 && <b class={isNews ? 'badge' : 'panel-count'}>{count}</b>}
      <Icon name="next" size={16} />
    </button>
  );
}

/** Flags of this account alone, on all its devices. */
export function Flags({ room }: { room: Room }) {
  const text = useText();
  const one = (flag: Flag, label: string, isOn: boolean) => (
    <Switch label={label} testId={`flag-${flag}`} isOn={isOn} onChange={(on) => void setFlag(room.slug, flag, on)} />
  );
  return (
    <section class="panel-group">
      <h3 class="panel-section">{text.forMe}</h3>
      {one('pin', text.pinToTop, room.pinned_to_top ?? false)}
      {one('archive', text.archive, room.archived ?? false)}
      <NotificationChoice room={room} />
    </section>
  );
}

function Ends({ room, isFounder }: { room: Room; isFounder: boolean }) {
  const text = useText();
  const leave = async () => {
    if (await confirmed(text.leaveQuestion(room.name), text.leave)) await leaveRoom(room.slug);
  };
  const remove = async () => {
    if (await confirmed(text.deleteRoomQuestion(room.name), text.deleteRoom)) await deleteRoom(room.slug);
  };
  return (
    <section class="panel-list panel-ends">
      <button type="button" class="panel-way danger" data-testid="room-leave" onClick={() => void leave()}>
        <Icon name="leave" />
        <span>{text.leave}</span>
      </button>
      {isFounder && (
        <button type="button" class="panel-way danger" data-testid="room-delete" onClick={() => void remove()}>
          <Icon name="trash" />
          <span>{text.deleteRoom}</span>
        </button>
      )}
    </section>
  );
}
