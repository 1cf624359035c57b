import type { Room } from '../api-types.js';
import type { Panel } from '../state/panel.js';
import { useApp } from '../state/use-app.js';
import { AroundPanel } from './around-panel.js';
import { ArticlePanel } from './article-panel.js';
import { BansPanel } from './bans-panel.js';
import { ContactForm, PlaceForm } from './card-forms.js';
import { DirectInfo } from './direct-info.js';
import { DiscussionPanel } from './discussion-panel.js';
import { GalleryPanel } from './gallery-panel.js';
import { HappeningsPanel } from './happenings-panel.js';
import { InvitesPanel } from './invites-panel.js';
import { MemberPanel } from './member-panel.js';
import { MembersPanel } from './members-panel.js';
import { PermissionsPanel } from './permissions-panel.js';
import { PinsPanel } from './pins-panel.js';
import { RequestsPanel } from './requests-panel.js';
import { RoomInfo } from './room-info.js';
import { RoomPhotosPanel } from './room-photos-panel.js';
import { SearchPanel } from './search-panel.js';
import { SettingsPanel } from './settings-panel.js';
import { StatsPanel } from './stats-pane.js';
import { SurveyEditor } from './survey-editor.js';
import { TopicsPanel } from './topics-panel.js';
import { VanityPanel } from './vanity-panel.js';
import { WriteArticle } from './write-article.js';

/** Whichever panel is open beside the room. */
export function RoomPanel({ room }: { room: Room }) {
  const panel = useApp((state) => state.panel);
  if (!panel) return null;
  switch (panel.type) {
    case 'discussion':
      return <DiscussionPanel key={panel.message.id} room={room} opened={panel.message} />;
    case 'article':
      return <ArticlePanel key={panel.message.id} message={panel.message} room={room} />;
    case 'around':
      return <AroundPanel key={panel.message.id} message={panel.message} />;
    case 'search':
      return <SearchPanel key={panel.query} room={room} query={panel.query} />;
    case 'member':
      return <MemberPanel room={room} accountId={panel.accountId} />;
    default:
      return plain(panel, room);
  }
}

function plain({ type }: Panel, room: Room) {
  switch (type) {
    case 'members':
      return <MembersPanel room={room} />;
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
    case 'topics':
      return <TopicsPanel room={room} />;
    case 'gallery':
      return <GalleryPanel room={room} />;
    case 'photos':
      return <RoomPhotosPanel room={room} />;
    case 'stats':
      return <StatsPanel key={room.slug} room={room} />;
    case 'happenings':
      return <HappeningsPanel key={room.slug} room={room} />;
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
