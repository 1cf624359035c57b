import type { Room } from '../api-types.js';
import type { Panel } from '../app/overlays.js';
import { useApp } from '../app/use-app.js';
import { WebhooksPanel } from '../bots/webhooks-panel.js';
import { WriteArticle } from '../composer/article/write-article.js';
import { ContactForm, PlaceForm } from '../composer/card-forms.js';
import { SurveyEditor } from '../composer/survey-editor.js';
import { GalleryPanel } from '../media/gallery-panel.js';
import { BansPanel } from '../members/bans-panel.js';
import { MemberPanel } from '../members/member-panel.js';
import { MembersPanel } from '../members/members-panel.js';
import { RequestsPanel } from '../members/requests-panel.js';
import { rightsIn } from '../members/rights.js';
import { ArticlePanel } from '../messages/article-panel.js';
import { ContextPanel } from '../messages/panels/context-panel.js';
import { DiscussionPanel } from '../messages/panels/discussion-panel.js';
import { DiscussionsPanel } from '../messages/panels/discussions-panel.js';
import { PinsPanel } from '../messages/panels/pins-panel.js';
import { SearchPanel } from '../messages/panels/search-panel.js';
import { TopicsPanel } from '../messages/panels/topics-panel.js';
import { InvitesPanel } from './admin/invites-panel.js';
import { PermissionsPanel } from './admin/permissions-panel.js';
import { RoomEventsPanel } from './admin/room-events-panel.js';
import { RoomPhotosPanel } from './admin/room-photos-panel.js';
import { SettingsPanel } from './admin/settings-panel.js';
import { StatsPanel } from './admin/stats-pane.js';
import { VanityPanel } from './admin/vanity-panel.js';
import { DirectInfo } from './direct-info.js';
import { RoomInfo } from './room-info.js';

/** The open side panel of the room. The panels are loaded apart from the page, because few visits open one. */
export function RoomPanels({ room }: { room: Room }) {
  const panel = useApp((state) => state.panel);
  if (!panel) return null;
  switch (panel.type) {
    case 'discussion':
      return <DiscussionPanel key={panel.message.id} room={room} opened={panel.message} />;
    case 'article':
      return <ArticlePanel key={panel.message.id} message={panel.message} room={room} />;
    case 'context':
      return <ContextPanel key={panel.message.id} message={panel.message} />;
    case 'search':
      return <SearchPanel key={panel.query} room={room} query={panel.query} />;
    case 'members':
      return <MembersPanel room={room} place={panel.place} />;
    case 'member':
      return <MemberPanel room={room} accountId={panel.accountId} place={panel.place} />;
    default:
      return plain(panel, room);
  }
}

/** Panels that only the founder and admins open. A role that ends while one is open leads back to the room's own panel. */
const forAdmins: ReadonlySet<Panel['type']> = new Set(['settings', 'permissions', 'requests', 'bans', 'invites']);

function plain({ type }: Panel, room: Room) {
  switch (forAdmins.has(type) && !rightsIn(room).isAdmin ? 'info' : type) {
    case 'settings':
      return <SettingsPanel room={room} />;
    case 'permissions':
      return <PermissionsPanel room={room} />;
    case 'requests':
      return <RequestsPanel room={room} />;
    case 'bans':
      return <BansPanel room={room} />;
    case 'invites':
      return <InvitesPanel room={room} />;
    case 'pins':
      return <PinsPanel room={room} />;
    case 'discussions':
      return <DiscussionsPanel key={room.slug} room={room} />;
    case 'topics':
      return <TopicsPanel room={room} />;
    case 'gallery':
      return <GalleryPanel room={room} />;
    case 'photos':
      return <RoomPhotosPanel room={room} />;
    case 'stats':
      return <StatsPanel key={room.slug} room={room} />;
    case 'room-events':
      return <RoomEventsPanel key={room.slug} room={room} />;
    case 'webhooks':
      return <WebhooksPanel key={room.slug} room={room} />;
    case 'vanity':
      return <VanityPanel key={room.slug} room={room} />;
    case 'write-article':
      return <WriteArticle key={room.slug} room={room} />;
    case 'write-survey':
      return <SurveyEditor room={room} />;
    case 'write-place':
      return <PlaceForm room={room} />;
    case 'write-contact':
      return <ContactForm room={room} />;
    default:
      return room.kind === 'dm' ? <DirectInfo room={room} /> : <RoomInfo room={room} />;
  }
}
