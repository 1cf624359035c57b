"""Written by `npm run sdk` from docs/openapi.json."""

from __future__ import annotations

from typing import Any, Literal, Optional, Protocol, Union, overload

from typing_extensions import NotRequired, TypedDict

from .shapes import (
    Account,
    Avatar,
    Ban,
    Billing,
    Bot,
    BotToken,
    Category,
    Delivery,
    DiscoverTopic,
    Entry,
    Export,
    FollowRow,
    Invite,
    JoinRequest,
    Member,
    Message,
    Organization,
    OrganizationMember,
    PanelLink,
    Person,
    Product,
    PutLink,
    ReviewedSponsoredItem,
    Room,
    RoomListRow,
    Session,
    Share,
    SponsoredItem,
    StarEntry,
    SuggestedTopic,
    TextBlock,
    Webhook,
)
from ..unset import Unset


class LoginIdentityBody(TypedDict):
    # The authorization code, as the provider sent it to the redirect address.
    code: str
    # Exactly as in the authorization request.
    redirect_uri: str
    # Of the PKCE challenge (S256) in the authorization request.
    code_verifier: str
    # Required when the authorization request carried one.
    nonce: NotRequired[str]


class LoginIdentityAnswer(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use: each refresh returns the next one.
    refresh_token: str
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int
    # Seconds until the refresh token expires.
    refresh_expires_in: int
    account: Account


class LoginIdentityAnswer201(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use: each refresh returns the next one.
    refresh_token: str
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int
    # Seconds until the refresh token expires.
    refresh_expires_in: int
    account: Account


class LoginDeveloperBody(TypedDict):
    # The same name is the same account.
    name: str


class LoginDeveloperAnswer(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use: each refresh returns the next one.
    refresh_token: str
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int
    # Seconds until the refresh token expires.
    refresh_expires_in: int
    account: Account


class LoginDeveloperAnswer201(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use: each refresh returns the next one.
    refresh_token: str
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int
    # Seconds until the refresh token expires.
    refresh_expires_in: int
    account: Account


class RefreshTokensBody(TypedDict):
    refresh_token: str


class RefreshTokensAnswer(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use: each refresh returns the next one.
    refresh_token: str
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int
    # Seconds until the refresh token expires.
    refresh_expires_in: int


class LogoutBody(TypedDict):
    refresh_token: str


class ViewMeAnswer(TypedDict):
    account: Account


class DeleteMeBody(TypedDict):
    # A fresh authorization code of the same identity. Required but for developer accounts.
    code: NotRequired[str]
    # As in the authorization request. Required with a code.
    redirect_uri: NotRequired[str]
    # Of the PKCE challenge. Required with a code.
    code_verifier: NotRequired[str]
    # Required when the authorization request carried one.
    nonce: NotRequired[str]


class ChooseUsernameBody(TypedDict):
    username: str


class ChooseUsernameAnswer(TypedDict):
    account: Account


class UsernameAvailableQuery(TypedDict):
    username: str


class UsernameAvailableAnswer(TypedDict):
    available: bool


class RequestExportAnswerExport(TypedDict):
    id: str
    status: Literal["queued", "working", "ready", "failed"]


class RequestExportAnswer(TypedDict):
    export: RequestExportAnswerExport


class ViewExportPath(TypedDict):
    id: str


class ViewExportAnswer(TypedDict):
    export: Export


class ChangeProfileBody(TypedDict):
    # `null` or only blanks clears it.
    bio: NotRequired[Optional[str]]
    # `paid` needs a `dm_star_cost` above 0.
    dm_policy: NotRequired[Literal["open", "closed", "paid"]]
    dm_star_cost: NotRequired[int]
    # `followers`: either side follows the other.
    photo_visibility: NotRequired[Literal["everyone", "followers", "nobody"]]
    hidden_profile: NotRequired[bool]
    personalized_ads: NotRequired[bool]


class ChangeProfileAnswer(TypedDict):
    account: Account


class ListOwnFollowersAnswer(TypedDict):
    people: list[FollowRow]


class ListOwnFollowingAnswer(TypedDict):
    people: list[FollowRow]


class ViewStarsAnswer(TypedDict):
    balance: int
    entries: list[StarEntry]


class ViewPersonPath(TypedDict):
    username: str


class ViewPersonAnswerUserFollows(TypedDict):
    followers: int
    following: int


class ViewPersonAnswerUser(TypedDict):
    id: str
    # The current one; null before one was chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]
    bio: Optional[str]
    # The caller follows them.
    following: bool
    follows_me: bool
    follows: ViewPersonAnswerUserFollows
    dm_policy: Literal["open", "closed", "paid"]
    dm_star_cost: int


class ViewPersonAnswer(TypedDict):
    user: ViewPersonAnswerUser
    common_rooms: list[Room]
    dm: Optional[Room]


class FollowPath(TypedDict):
    username: str


class FollowAnswerFollows(TypedDict):
    """The counts of the other person."""

    followers: int
    following: int


class FollowAnswer(TypedDict):
    following: bool
    # The counts of the other person.
    follows: FollowAnswerFollows


class UnfollowPath(TypedDict):
    username: str


class UnfollowAnswerFollows(TypedDict):
    """The counts of the other person."""

    followers: int
    following: int


class UnfollowAnswer(TypedDict):
    following: bool
    # The counts of the other person.
    follows: UnfollowAnswerFollows


class ListFollowersPath(TypedDict):
    username: str


class ListFollowersAnswer(TypedDict):
    people: list[FollowRow]


class ListFollowingPath(TypedDict):
    username: str


class ListFollowingAnswer(TypedDict):
    people: list[FollowRow]


class ListContactsAnswerPeopleItem(TypedDict):
    id: str
    # The current one; null before one was chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]
    # `following` also for a person who is both.
    source: Literal["following", "dm"]


class ListContactsAnswer(TypedDict):
    people: list[ListContactsAnswerPeopleItem]


class ListPeopleQuery(TypedDict):
    ids: str


class ListPeopleAnswer(TypedDict):
    people: list[Person]


class ListPhotosAnswer(TypedDict):
    avatars: list[Avatar]


class AddPhotoBody(TypedDict):
    # `full.key`.
    key: str
    # `thumb.key`.
    thumb_key: str
    content_type: NotRequired[Literal["image/jpeg", "image/webp", "image/png"]]
    # At most the largest allowed size, when it is not given.
    byte_size: NotRequired[int]
    # Length of a side.
    size_px: NotRequired[int]
    # Only `false` disables it.
    primary: NotRequired[Any]


class AddPhotoAnswer(TypedDict):
    avatar: Avatar


class PresignPhotoBody(TypedDict):
    content_type: NotRequired[Literal["image/jpeg", "image/webp", "image/png"]]


class PresignPhotoAnswer(TypedDict):
    content_type: Literal["image/jpeg", "image/webp", "image/png"]
    full: PutLink
    thumb: PutLink


class ChoosePhotoPath(TypedDict):
    id: str


class ChoosePhotoAnswer(TypedDict):
    avatar: Avatar


class DeletePhotoPath(TypedDict):
    id: str


class ListSessionsAnswer(TypedDict):
    sessions: list[Session]


class CloseSessionPath(TypedDict):
    id: str


class SetDeviceBody(TypedDict):
    # `ios` goes to Apple's push service, all others to Google's.
    platform: Literal["android", "ios", "web_app", "web_integration"]
    # Android registration token, or iOS device token in hexadecimal. Left out: the token stays.
    push_token: NotRequired[str]
    # iOS only. A new token without it is of `production`.
    push_env: NotRequired[Literal["sandbox", "production"]]
    # Empty is unspecified.
    device_model: NotRequired[str]
    # Empty is unspecified.
    device_manufacturer: NotRequired[str]
    is_emulator: NotRequired[bool]
    # The language of notifications to this session.
    language: NotRequired[Literal["tr", "en"]]
    # Empty is unspecified.
    app_version: NotRequired[str]
    # Empty is unspecified.
    os_version: NotRequired[str]


class SetWebPushBodyKeys(TypedDict):
    p256dh: str
    auth: str


class SetWebPushBody(TypedDict):
    """A `PushSubscription` of the browser as JSON, made with `web_push_key` of `GET /api/client-config`."""

    # The address at a push service that this service may call (`WEB_PUSH_HOSTS`).
    endpoint: str
    keys: SetWebPushBodyKeys


class ListBlocksAnswer(TypedDict):
    people: list[Person]


class BlockPath(TypedDict):
    account_id: str


class UnblockPath(TypedDict):
    account_id: str


class ReportBody(TypedDict):
    kind: Literal["message", "account", "room", "entry", "sponsored"]
    id: Union[str, int]
    reason: str
    text: NotRequired[Optional[str]]


class ReportAnswerReport(TypedDict):
    id: str


class ReportAnswer(TypedDict):
    report: ReportAnswerReport


class OpenDmPath(TypedDict):
    username: str


class OpenDmAnswer(TypedDict):
    room: Room


class FindRoomsQuery(TypedDict):
    # Words, all of which must occur; the last one may be the beginning of a word.
    q: str
    # 1-50; a value below 1, or one that is no number, gives 20; a larger one gives 50.
    limit: NotRequired[int]


class FindRoomsAnswer(TypedDict):
    rooms: list[Room]


class ListOpenRoomsQuery(TypedDict):
    # Words, all of which must occur; the last one may be the beginning of a word.
    q: NotRequired[str]
    # 1-50; a value below 1, or one that is no number, gives 20; a larger one gives 50.
    limit: NotRequired[int]
    # How many to pass over, at most 1000000; a value that is no number gives 0.
    offset: NotRequired[int]


class ListOpenRoomsAnswer(TypedDict):
    rooms: list[Room]
    has_more: bool


class SearchRoomPath(TypedDict):
    slug: str


SearchRoomQuery = TypedDict("SearchRoomQuery", {"q": "NotRequired[str]", "from": "NotRequired[str]", "before": "NotRequired[float]", "has": "NotRequired[Literal[\"link\", \"photo\", \"video\", \"document\", \"article\", \"file\"]]", "before_seq": "NotRequired[int]", "limit": "NotRequired[int]"})


class SearchRoomAnswer(TypedDict):
    messages: list[Message]
    has_more: bool
    # Older rows are found from there; null when there are none.
    next_before_seq: Optional[int]


class ListTopicsPath(TypedDict):
    slug: str


class ListTopicsAnswerTopicsItem(TypedDict):
    # Lower-cased, without `#`.
    tag: str
    count: int
    last_active: str
    # True in the one row of messages without hashtags.
    unknown: bool


class ListTopicsAnswer(TypedDict):
    topics: list[ListTopicsAnswerTopicsItem]


class RoomStatsPath(TypedDict):
    slug: str


class RoomStatsAnswerStats(TypedDict):
    created_at: str
    age_days: int
    member_count: int
    # Without event rows, deleted and expired messages.
    message_count: int
    stars_received: int
    gifts_received: int


class RoomStatsAnswer(TypedDict):
    stats: RoomStatsAnswerStats


class ListEventsPath(TypedDict):
    slug: str


class ListEventsQuery(TypedDict):
    # 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200.
    limit: NotRequired[int]


class ListEventsAnswer(TypedDict):
    events: list[Message]


class ListRoomsAnswer(TypedDict):
    rooms: list[RoomListRow]


class CreateRoomBody(TypedDict):
    name: str
    # Lowercased; never changes later. Without it one is derived from the name.
    slug: NotRequired[str]
    visibility: NotRequired[Literal["open", "closed"]]
    message_ttl_hours: NotRequired[Optional[int]]
    welcome_message: NotRequired[Optional[str]]
    star_gated: NotRequired[bool]


class CreateRoomAnswer(TypedDict):
    room: Room


class ViewRoomPath(TypedDict):
    slug: str


class ViewRoomAnswer(TypedDict):
    room: Room


class DeleteRoomPath(TypedDict):
    slug: str


DeleteRoomQuery = TypedDict("DeleteRoomQuery", {"for": "NotRequired[Literal[\"everyone\", \"me\"]]"})


class DeleteRoomAnswer(TypedDict):
    status: Literal["left", "handed_over", "room_gone"]
    founder_id: NotRequired[str]


class ChangeSettingsPath(TypedDict):
    slug: str


class ChangeSettingsBody(TypedDict):
    name: NotRequired[str]
    visibility: NotRequired[Literal["open", "closed"]]
    # Null or empty: none.
    welcome_message: NotRequired[Optional[str]]
    # Null: never deleted.
    message_ttl_hours: NotRequired[Optional[int]]
    wallpaper: NotRequired[Literal["adacayi", "okyanus", "lavanta", "kum", "gul", "grafit"]]
    star_gated: NotRequired[bool]
    members_can_pin: NotRequired[bool]
    discussions_enabled: NotRequired[bool]
    join_approval: NotRequired[bool]
    history_for_new_members: NotRequired[bool]
    show_welcome: NotRequired[bool]
    show_members: NotRequired[bool]
    show_gifts: NotRequired[bool]
    members_can_video: NotRequired[bool]
    # The audience of event rows written from then on.
    events_visibility: NotRequired[Literal["all", "admins", "none"]]
    # Seconds between messages of a member; 0 is off.
    slow_mode_s: NotRequired[int]


class ChangeSettingsAnswer(TypedDict):
    room: Room


class ListOwnRoomsAnswerFoundedItem(TypedDict):
    # Stable; the slug names it in paths.
    id: str
    slug: str
    kind: Literal["group", "dm"]
    avatar: Optional[Avatar]
    name: str
    visibility: Literal["open", "closed"]
    message_ttl_hours: Optional[int]
    welcome_message: Optional[str]
    star_gated: bool
    wallpaper: Literal["adacayi", "okyanus", "lavanta", "kum", "gul", "grafit"]
    members_can_pin: bool
    discussions_enabled: bool
    join_approval: bool
    history_for_new_members: bool
    show_welcome: bool
    show_members: bool
    show_gifts: bool
    members_can_video: bool
    events_visibility: Literal["all", "admins", "none"]
    slow_mode_s: int
    # Permission keys taken from members.
    member_denied: list[str]
    pinned: Optional[Message]
    # Ids of pinned messages, newest first.
    pins: list[str]
    is_member: bool
    # The permissions of the caller; empty for a non-member.
    my_permissions: list[str]
    # Groups of the panel only.
    group_type_id: Optional[str]
    # Groups that an organization founded.
    organization_id: Optional[str]
    created_at: str


class ListOwnRoomsAnswerAdministeredItem(TypedDict):
    # Stable; the slug names it in paths.
    id: str
    slug: str
    kind: Literal["group", "dm"]
    avatar: Optional[Avatar]
    name: str
    visibility: Literal["open", "closed"]
    message_ttl_hours: Optional[int]
    welcome_message: Optional[str]
    star_gated: bool
    wallpaper: Literal["adacayi", "okyanus", "lavanta", "kum", "gul", "grafit"]
    members_can_pin: bool
    discussions_enabled: bool
    join_approval: bool
    history_for_new_members: bool
    show_welcome: bool
    show_members: bool
    show_gifts: bool
    members_can_video: bool
    events_visibility: Literal["all", "admins", "none"]
    slow_mode_s: int
    # Permission keys taken from members.
    member_denied: list[str]
    pinned: Optional[Message]
    # Ids of pinned messages, newest first.
    pins: list[str]
    is_member: bool
    # The permissions of the caller; empty for a non-member.
    my_permissions: list[str]
    # Groups of the panel only.
    group_type_id: Optional[str]
    # Groups that an organization founded.
    organization_id: Optional[str]
    created_at: str


class ListOwnRoomsAnswer(TypedDict):
    founded: list[ListOwnRoomsAnswerFoundedItem]
    administered: list[ListOwnRoomsAnswerAdministeredItem]


class JoinRoomPath(TypedDict):
    slug: str


class JoinRoomAnswer(TypedDict):
    status: Literal["joined", "already_member", "requested"]
    room: Room


class LeaveRoomPath(TypedDict):
    slug: str


class LeaveRoomAnswer(TypedDict):
    status: Literal["left", "handed_over", "room_gone"]
    founder_id: NotRequired[str]


class ListMembersPath(TypedDict):
    slug: str


class ListMembersQuery(TypedDict):
    after: NotRequired[str]
    name: NotRequired[str]
    # 1-5000; a value below 1, or one that is no number, gives 5000; a larger one gives 5000.
    limit: NotRequired[int]


class ListMembersAnswer(TypedDict):
    members: list[Member]
    has_more: bool


class AddMemberPath(TypedDict):
    slug: str


class AddMemberBody(TypedDict):
    username: NotRequired[str]
    account_id: NotRequired[str]


class AddMemberAnswer(TypedDict):
    member: Member


class AddMemberAnswer201(TypedDict):
    member: Member


class SetArchivePath(TypedDict):
    slug: str


class ClearArchivePath(TypedDict):
    slug: str


class SetPinPath(TypedDict):
    slug: str


class ClearPinPath(TypedDict):
    slug: str


class SetMutePath(TypedDict):
    slug: str


class ClearMutePath(TypedDict):
    slug: str


class SetUnreadPath(TypedDict):
    slug: str


class SetUnreadBody(TypedDict):
    # At most the newest row counts.
    from_seq: int


class ClearUnreadPath(TypedDict):
    slug: str


class SetNotificationsPath(TypedDict):
    slug: str


class SetNotificationsBody(TypedDict):
    level: Literal["all", "mentions", "none"]
    # How long `none` lasts. Left out: until it is changed. Other levels ignore it.
    minutes: NotRequired[int]


class PromoteMemberPath(TypedDict):
    slug: str
    account_id: str


class PromoteMemberAnswer(TypedDict):
    status: Literal["admin"]


class DemoteAdminPath(TypedDict):
    slug: str
    account_id: str


class DemoteAdminAnswer(TypedDict):
    status: Literal["member"]


class GrantPermissionsPath(TypedDict):
    slug: str
    account_id: str


class GrantPermissionsBody(TypedDict):
    # The full list; unknown keys are dropped.
    granted: list[Any]


class GrantPermissionsAnswer(TypedDict):
    granted: list[str]


class DenyPermissionsPath(TypedDict):
    slug: str


class DenyPermissionsBody(TypedDict):
    # The full list; unknown keys are dropped.
    denied: NotRequired[list[Any]]


class DenyPermissionsAnswer(TypedDict):
    room: Room


class HandOverPath(TypedDict):
    slug: str


class HandOverBody(TypedDict):
    account_id: str


class HandOverAnswer(TypedDict):
    room: Room


class ExplainPermissionPath(TypedDict):
    slug: str


class ExplainPermissionQuery(TypedDict):
    account_id: str
    permission: Literal["delete_message", "edit_message", "group.can_ban_administrators", "group.can_ban_members", "group.can_be_anonymous", "group.can_cancel_invite_link", "group.can_create_invite_link", "group.can_edit_member_tags", "group.can_edit_permissions", "group.can_invite_members", "group.can_open_discussion", "group.can_open_voice_calls", "group.can_pin_message", "group.can_remove_message", "group.can_take_screen_shot", "group.edit_informations", "group_can_give_permissions", "send_message", "send_message.entries", "send_message.events", "send_message.files", "send_message.gifs", "send_message.links", "send_message.locations", "send_message.musics", "send_message.photos", "send_message.reactions", "send_message.share_contact_cards", "send_message.surveys", "send_message.video_messages", "send_message.videos", "send_message.voice_messages", "sub_chat.close_subject", "sub_chat.send_message", "sub_chat.send_message.entries", "sub_chat.send_message.events", "sub_chat.send_message.files", "sub_chat.send_message.gifs", "sub_chat.send_message.links", "sub_chat.send_message.locations", "sub_chat.send_message.musics", "sub_chat.send_message.photos", "sub_chat.send_message.reactions", "sub_chat.send_message.share_contact_cards", "sub_chat.send_message.surveys", "sub_chat.send_message.video_messages", "sub_chat.send_message.videos", "sub_chat.send_message.voice_messages", "update_tag"]
    # As of this entry; without it, now.
    at_seq: NotRequired[int]


class ExplainPermissionAnswerDecidedBy(TypedDict):
    seq: int
    type: str


class ExplainPermissionAnswer(TypedDict):
    allowed: bool
    reason: str
    decided_by: Optional[ExplainPermissionAnswerDecidedBy]


class KickMemberPath(TypedDict):
    slug: str
    account_id: str


class TagMemberPath(TypedDict):
    slug: str
    account_id: str


class TagMemberBody(TypedDict):
    tag: Optional[str]


class TagMemberAnswer(TypedDict):
    account_id: str
    tag: Optional[str]


class MuteMemberPath(TypedDict):
    slug: str
    account_id: str


class MuteMemberBody(TypedDict):
    # Clamped to 1-525600; a value that is no number gives 60.
    minutes: NotRequired[float]


class MuteMemberAnswer(TypedDict):
    # Milliseconds since epoch.
    muted_until: int


class UnmuteMemberPath(TypedDict):
    slug: str
    account_id: str


class BanMemberPath(TypedDict):
    slug: str
    account_id: str


class BanMemberBody(TypedDict):
    reason: NotRequired[str]


class UnbanMemberPath(TypedDict):
    slug: str
    account_id: str


class ListBansPath(TypedDict):
    slug: str


class ListBansAnswer(TypedDict):
    bans: list[Ban]


class ListRequestsPath(TypedDict):
    slug: str


class ListRequestsAnswer(TypedDict):
    requests: list[JoinRequest]


class ApproveRequestPath(TypedDict):
    slug: str
    account_id: str


class ApproveRequestAnswer(TypedDict):
    status: Literal["joined"]


class RejectRequestPath(TypedDict):
    slug: str
    account_id: str


class CreateInvitePath(TypedDict):
    slug: str


class CreateInviteBody(TypedDict):
    # Null: never.
    expires_in_hours: NotRequired[Optional[int]]
    # Null: any number.
    max_uses: NotRequired[Optional[int]]


class CreateInviteAnswer(TypedDict):
    invite: Invite


class ListInvitesPath(TypedDict):
    slug: str


class ListInvitesAnswer(TypedDict):
    invites: list[Invite]


class CancelInvitePath(TypedDict):
    slug: str
    code: str


class ViewInvitePath(TypedDict):
    code: str


class ViewInviteAnswer(TypedDict):
    room: Room


class JoinByInvitePath(TypedDict):
    code: str


class JoinByInviteAnswer(TypedDict):
    status: Literal["joined", "already_member"]
    room: Room


class BuyVanityLinkPath(TypedDict):
    slug: str


class BuyVanityLinkBody(TypedDict):
    handle: str


class BuyVanityLinkAnswer(TypedDict):
    handle: str
    url: str
    # The balance.
    stars: int


class ListMessagesPath(TypedDict):
    slug: str


class ListMessagesQuery(TypedDict):
    # Rows before this one.
    before_seq: NotRequired[int]
    # Rows after this one.
    after_seq: NotRequired[int]
    # Rows on both sides of this one.
    around_seq: NotRequired[int]
    # 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200.
    limit: NotRequired[int]


class ListMessagesAnswer(TypedDict):
    messages: list[Message]
    seq: int
    has_more: bool


class SendMessagePath(TypedDict):
    slug: str


class SendMessageBodyAttachmentLocation(TypedDict):
    type: Literal["location"]
    latitude: float
    longitude: float
    label: NotRequired[str]


class SendMessageBodyAttachmentContact(TypedDict):
    type: Literal["contact"]
    username: str


class SendMessageBodyAttachmentSurvey(TypedDict):
    type: Literal["survey"]
    question: str
    options: list[str]
    multiple: NotRequired[bool]
    # Milliseconds since epoch: no votes from then on.
    closes_at: NotRequired[int]


class SendMessageBodyAttachmentEntry(TypedDict):
    type: Literal["entry"]
    entry_id: int


class SendMessageBodyAttachmentPhoto(TypedDict):
    type: Literal["photo"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["image/jpeg", "image/png", "image/webp"]
    width: int
    height: int
    byte_size: int


class SendMessageBodyAttachmentVideo(TypedDict):
    type: Literal["video"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["video/mp4"]
    width: int
    height: int
    byte_size: int
    duration_ms: int


class SendMessageBodyAttachmentGif(TypedDict):
    type: Literal["gif"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["image/gif", "image/webp"]
    width: int
    height: int
    byte_size: int


class SendMessageBodyAttachmentSticker(TypedDict):
    type: Literal["sticker"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["image/webp", "image/png", "image/gif"]
    width: int
    height: int
    byte_size: int
    pack_id: NotRequired[str]
    emoji: NotRequired[str]


class SendMessageBodyAttachmentDocument(TypedDict):
    type: Literal["document"]
    key: str
    name: str
    content_type: Literal["application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-powerpoint", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/zip", "application/x-zip-compressed"]
    byte_size: int


class SendMessageBodyArticleBlocksItemList(TypedDict):
    type: Literal["list"]
    items: list[str]


class SendMessageBodyArticleBlocksItemImage(TypedDict):
    type: Literal["image"]
    key: str
    width: int
    height: int


class SendMessageBodyArticle(TypedDict):
    title: str
    tag: NotRequired[Optional[str]]
    blocks: list[Union[TextBlock, SendMessageBodyArticleBlocksItemList, SendMessageBodyArticleBlocksItemImage]]


class SendMessageBodyForwardOf(TypedDict):
    """Forwards a message of a room of the caller. No other content may accompany it."""

    room: str
    message_id: str


class SendMessageBody(TypedDict):
    # Chosen by the sender: the same one again never makes a second message.
    client_id: NotRequired[Optional[str]]
    # Plain text, at most 16384 bytes of UTF-8.
    body: NotRequired[Optional[str]]
    # One of `photo`, `video`, `gif`, `sticker`, `document`, `entry`, `location`, `contact`, `survey`, by its `type`.
    attachment: NotRequired[Optional[Union[SendMessageBodyAttachmentLocation, SendMessageBodyAttachmentContact, SendMessageBodyAttachmentSurvey, SendMessageBodyAttachmentEntry, SendMessageBodyAttachmentPhoto, SendMessageBodyAttachmentVideo, SendMessageBodyAttachmentGif, SendMessageBodyAttachmentSticker, SendMessageBodyAttachmentDocument]]]
    # `{title, tag?, blocks}`: 1-200 blocks, 65536 bytes together.
    article: NotRequired[Optional[SendMessageBodyArticle]]
    # In a direct chat: a photo or video that is seen once.
    view_once: NotRequired[bool]
    # A message of the same room.
    reply_to: NotRequired[Optional[str]]
    # The message whose discussion this belongs to.
    discussion_of: NotRequired[Optional[str]]
    # Forwards a message of a room of the caller. No other content may accompany it.
    forward_of: NotRequired[Optional[SendMessageBodyForwardOf]]


class SendMessageAnswer(TypedDict):
    message: NotRequired[Message]
    duplicate: NotRequired[bool]
    # The slash command that was carried out.
    command: NotRequired[Literal["mute", "unmute", "kick", "ban", "unban", "help"]]
    # For `/help`: how the commands are written.
    help: NotRequired[list[str]]


class SendMessageAnswer201(TypedDict):
    message: Message
    duplicate: bool


class ViewMessagePath(TypedDict):
    slug: str
    id: str


class ViewMessageAnswer(TypedDict):
    message: Message


class EditMessagePath(TypedDict):
    slug: str
    id: str


class EditMessageBody(TypedDict):
    body: str
    # Only while the message has this `rev`.
    if_rev: NotRequired[int]


class EditMessageAnswer(TypedDict):
    message: Message


class DeleteMessagePath(TypedDict):
    slug: str
    id: str


class DeleteMessageAnswer(TypedDict):
    message: Message


class PinMessagePath(TypedDict):
    slug: str
    id: str


class PinMessageAnswer(TypedDict):
    pins: list[str]


class UnpinMessagePath(TypedDict):
    slug: str
    id: str


class UnpinMessageAnswer(TypedDict):
    pins: list[str]


class ListDiscussionPath(TypedDict):
    slug: str
    id: str


class ListDiscussionQuery(TypedDict):
    # Replies after this one.
    after_seq: NotRequired[int]
    # 1-200; a value below 1, or one that is no number, gives 100; a larger one gives 200.
    limit: NotRequired[int]


class ListDiscussionAnswer(TypedDict):
    root: Message
    messages: list[Message]
    has_more: bool


class CloseDiscussionPath(TypedDict):
    slug: str
    id: str


class CloseDiscussionAnswer(TypedDict):
    message: Message


class ReopenDiscussionPath(TypedDict):
    slug: str
    id: str


class ReopenDiscussionAnswer(TypedDict):
    message: Message


class ListReactorsPath(TypedDict):
    slug: str
    id: str


class ListReactorsAnswerPeopleItem(TypedDict):
    id: str
    # The current one; null before one was chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]
    emojis: list[str]


class ListReactorsAnswer(TypedDict):
    people: list[ListReactorsAnswerPeopleItem]
    has_more: bool


class VotePath(TypedDict):
    slug: str
    id: str


class VoteBody(TypedDict):
    # Their positions from 0; an empty list withdraws the vote.
    options: list[int]


class VoteAnswer(TypedDict):
    votes: list[int]
    my_options: list[int]


class ViewVotesPath(TypedDict):
    slug: str
    id: str


class ViewVotesAnswer(TypedDict):
    votes: list[int]
    my_options: list[int]


class ListRepliesQuery(TypedDict):
    # The `next_before` of the page before; without it the newest.
    before: NotRequired[str]
    # 1-50; a value below 1, or one that is no number, gives 30; a larger one gives 50.
    limit: NotRequired[int]


class ListRepliesAnswer(TypedDict):
    messages: list[Message]
    # The list goes on from there; null at its end. A page in front of it may be short, even empty.
    next_before: Optional[str]


class ListOwnDiscussionsQuery(TypedDict):
    # The `next_before` of the page before; without it the newest.
    before: NotRequired[str]
    # 1-50; a value below 1, or one that is no number, gives 30; a larger one gives 50.
    limit: NotRequired[int]


class ListOwnDiscussionsAnswer(TypedDict):
    messages: list[Message]
    # The list goes on from there; null at its end. A page in front of it may be short, even empty.
    next_before: Optional[str]


class PresignMediaPath(TypedDict):
    slug: str


class PresignMediaBody(TypedDict):
    content_type: NotRequired[Literal["image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4"]]
    # Use image/png for transparent stickers.
    thumb_content_type: NotRequired[Literal["image/jpeg", "image/png", "image/webp"]]


class PresignMediaAnswer(TypedDict):
    content_type: Literal["image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4"]
    thumb_content_type: Literal["image/jpeg", "image/png", "image/webp"]
    full: PutLink
    thumb: PutLink


class PresignDocumentPath(TypedDict):
    slug: str


class PresignDocumentBody(TypedDict):
    content_type: Literal["application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-powerpoint", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/zip", "application/x-zip-compressed"]
    # Of the file; the message carries it.
    name: str


class PresignDocumentAnswer(TypedDict):
    content_type: Literal["application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-powerpoint", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/zip", "application/x-zip-compressed"]
    extension: str
    max_bytes: int
    # Seconds that the document stays after it was sent.
    expires_in: int
    put: PutLink


class ListMediaPath(TypedDict):
    slug: str


ListMediaQuery = TypedDict("ListMediaQuery", {"from": "NotRequired[str]", "before": "NotRequired[float]", "before_seq": "NotRequired[int]", "limit": "NotRequired[int]"})


class ListMediaAnswer(TypedDict):
    media: list[Message]
    has_more: bool


class ViewMediaPath(TypedDict):
    slug: str
    id: str


class ViewMediaAnswer(TypedDict):
    message: Message


class ViewDocumentPath(TypedDict):
    slug: str
    id: str


class ViewDocumentAnswer(TypedDict):
    message: Message


class ListRoomPhotosPath(TypedDict):
    slug: str


class ListRoomPhotosAnswer(TypedDict):
    avatars: list[Avatar]


class AddRoomPhotoPath(TypedDict):
    slug: str


class AddRoomPhotoBody(TypedDict):
    # `full.key`.
    key: str
    # `thumb.key`.
    thumb_key: str
    content_type: NotRequired[Literal["image/jpeg", "image/webp", "image/png"]]
    # At most the largest allowed size, when it is not given.
    byte_size: NotRequired[int]
    # Length of a side.
    size_px: NotRequired[int]
    # Only `false` disables it.
    primary: NotRequired[Any]


class AddRoomPhotoAnswer(TypedDict):
    avatar: Avatar


class PresignRoomPhotoPath(TypedDict):
    slug: str


class PresignRoomPhotoBody(TypedDict):
    content_type: NotRequired[Literal["image/jpeg", "image/webp", "image/png"]]


class PresignRoomPhotoAnswer(TypedDict):
    content_type: Literal["image/jpeg", "image/webp", "image/png"]
    full: PutLink
    thumb: PutLink


class ChooseRoomPhotoPath(TypedDict):
    slug: str
    id: str


class ChooseRoomPhotoAnswer(TypedDict):
    avatar: Avatar


class DeleteRoomPhotoPath(TypedDict):
    slug: str
    id: str


class ShareArticlePath(TypedDict):
    slug: str
    id: str


class ShareArticleAnswer(TypedDict):
    share: Share


class ListCategoriesAnswer(TypedDict):
    categories: list[Category]


class DiscoverTopicsQuery(TypedDict):
    # Its slug; without one, topics of all categories.
    category: NotRequired[str]
    # 1-100; a value below 1, or one that is no number, gives 30; a larger one gives 100.
    limit: NotRequired[int]
    # How many to pass over, at most 1000000; a value that is no number gives 0.
    offset: NotRequired[int]


class DiscoverTopicsAnswer(TypedDict):
    topics: list[DiscoverTopic]
    total: int
    has_more: bool


class SuggestTopicsQuery(TypedDict):
    # How the tag or a word of the title begins; empty: the most popular.
    q: NotRequired[str]


class SuggestTopicsAnswer(TypedDict):
    topics: list[SuggestedTopic]


class ViewTopicPath(TypedDict):
    tag: str


class ViewTopicAnswer(TypedDict):
    topic: DiscoverTopic


class ListEntriesPath(TypedDict):
    tag: str


class ListEntriesQuery(TypedDict):
    # `new`, `old` or `top`; anything else means `new`.
    sort: NotRequired[Literal["new", "old", "top"]]
    # 1-50; a value below 1, or one that is no number, gives 20; a larger one gives 50.
    limit: NotRequired[int]
    # How many to pass over, at most 1000000; a value that is no number gives 0.
    offset: NotRequired[int]


class ListEntriesAnswer(TypedDict):
    entries: list[Entry]
    has_more: bool


class ViewEntryDetailPath(TypedDict):
    id: str


class ViewEntryDetailAnswer(TypedDict):
    entry: Entry


class ListEntryDiscussionPath(TypedDict):
    id: str


class ListEntryDiscussionQuery(TypedDict):
    # 1-200; a value below 1, or one that is no number, gives 100; a larger one gives 200.
    limit: NotRequired[int]


class ListEntryDiscussionAnswerRoom(TypedDict):
    slug: str
    name: str
    visibility: Literal["open", "closed"]


class ListEntryDiscussionAnswer(TypedDict):
    room: ListEntryDiscussionAnswerRoom
    is_member: bool
    root: Message
    messages: list[Message]


class ListOwnEntriesQuery(TypedDict):
    # 1-100; a value below 1, or one that is no number, gives 30; a larger one gives 100.
    limit: NotRequired[int]
    # How many to pass over, at most 1000000; a value that is no number gives 0.
    offset: NotRequired[int]


class ListOwnEntriesAnswer(TypedDict):
    entries: list[Entry]
    total: int


class LinkPreviewQuery(TypedDict):
    # An http or https address.
    url: str


class LinkPreviewAnswerPreview(TypedDict):
    # The requested link in normalized form.
    url: str
    title: Optional[str]
    description: Optional[str]
    # The address of the picture as the page gives it. The service has not fetched it.
    image_url: Optional[str]
    site_name: Optional[str]


class LinkPreviewAnswer(TypedDict):
    preview: Optional[LinkPreviewAnswerPreview]


class ListBotsAnswer(TypedDict):
    bots: list[Bot]


class CreateBotBody(TypedDict):
    # Follows the rules of usernames.
    username: str


class CreateBotAnswer(TypedDict):
    bot: Bot


class DeleteBotPath(TypedDict):
    id: str


class ListBotTokensPath(TypedDict):
    id: str


class ListBotTokensAnswer(TypedDict):
    tokens: list[BotToken]


class CreateBotTokenPath(TypedDict):
    id: str


class CreateBotTokenBody(TypedDict):
    # Tells tokens apart.
    name: str
    # The slug of a room of the bot: the token then posts into it through the address in `url`, and opens nothing else.
    room: NotRequired[str]


class CreateBotTokenAnswer(TypedDict):
    token: BotToken
    # The token itself. It is shown once: only its hash is stored.
    secret: str
    # For a token with a room: the address to post to. It is a secret, too.
    url: NotRequired[str]


class RevokeBotTokenPath(TypedDict):
    id: str
    token: str


class ListWebhooksAnswer(TypedDict):
    webhooks: list[Webhook]


class CreateWebhookBody(TypedDict):
    # A bot of the caller that is a member of the room.
    bot_id: str
    # The room's slug. Not a direct chat.
    room: str
    # In production https, to a public address. Redirects are not followed.
    url: str
    # Events of the channel of members, in the shapes of the socket.
    events: list[Literal["message:new", "message:edited", "message:deleted", "message:reactions", "message:pins", "message:discussion", "message:expired", "survey:votes", "member:joined", "member:left", "member:updated", "member:tagged", "room:updated"]]


class CreateWebhookAnswer(TypedDict):
    webhook: Webhook
    # Of Standard Webhooks, `whsec_` and base64. It is shown once.
    secret: str


class ViewWebhookPath(TypedDict):
    id: str


class ViewWebhookAnswer(TypedDict):
    webhook: Webhook
    deliveries: list[Delivery]


class ChangeWebhookPath(TypedDict):
    id: str


class ChangeWebhookBody(TypedDict):
    # In production https, to a public address. Redirects are not followed.
    url: NotRequired[str]
    # Events of the channel of members, in the shapes of the socket.
    events: NotRequired[list[Literal["message:new", "message:edited", "message:deleted", "message:reactions", "message:pins", "message:discussion", "message:expired", "survey:votes", "member:joined", "member:left", "member:updated", "member:tagged", "room:updated"]]]
    # True switches it on again, where it stopped.
    enabled: NotRequired[bool]
    # True passes over everything up to now.
    skip: NotRequired[bool]


class ChangeWebhookAnswer(TypedDict):
    webhook: Webhook


class DeleteWebhookPath(TypedDict):
    id: str


class RotateWebhookSecretPath(TypedDict):
    id: str


class RotateWebhookSecretAnswer(TypedDict):
    webhook: Webhook
    # Of Standard Webhooks, `whsec_` and base64. It is shown once.
    secret: str


class TestWebhookPath(TypedDict):
    id: str


class TestWebhookAnswer(TypedDict):
    delivery: Delivery


class PostIncomingPath(TypedDict):
    token: str


class PostIncomingBody(TypedDict):
    # Plain text, at most 16 384 bytes of UTF-8.
    body: NotRequired[str]
    # The same, for senders that speak to Slack.
    text: NotRequired[str]


class PostIncomingAnswer(TypedDict):
    message: Message


class PostIncomingAnswer201(TypedDict):
    message: Message


class ReportEventsBodyEventsItem(TypedDict):
    """An object with `id` (1-64 of `A-Za-z0-9_-`, chosen by the device), `type`, `at` (ms since epoch, from 30 days ago to 5 minutes ahead) and, as far as known, `topic` (lower-cased, a leading `#` dropped, at most 120 characters), `category` (a slug, at most 64), `entry_id` (a positive integer), `author_id` (a UUID), `source` (at most 32), `duration_ms` (capped at 6 hours) and `platform` (`android` or `ios`; the platform of the session takes precedence). `topic_open` needs `topic`, `entry_open` needs `entry_id`, `entry_read` needs `entry_id` and `duration_ms`, `category_open` needs `category`."""

    id: str
    type: Literal["topic_open", "entry_open", "entry_read", "category_open"]
    at: float
    topic: NotRequired[str]
    category: NotRequired[str]
    entry_id: NotRequired[int]
    author_id: NotRequired[str]
    source: NotRequired[str]
    duration_ms: NotRequired[float]
    platform: NotRequired[Literal["android", "ios"]]


class ReportEventsBody(TypedDict):
    # At most 100.
    events: list[ReportEventsBodyEventsItem]


class ReportEventsAnswer(TypedDict):
    accepted: int
    duplicates: int
    ignored: int


class ViewEntryPath(TypedDict):
    id: str


class ShareEntryPath(TypedDict):
    id: str


class ShareEntryBody(TypedDict):
    via: Literal["forward", "link"]


class ViewEntryStatsPath(TypedDict):
    id: str


class ViewEntryStatsAnswerShares(TypedDict):
    """How often the app has passed it on."""

    forward: int
    link: int


class ViewEntryStatsAnswer(TypedDict):
    # Once per person and UTC day.
    views: int
    # Once per person.
    viewers: int
    reactions: int
    # How often each emoji was chosen.
    reaction_breakdown: dict[str, int]
    replies: int
    # Forwards and cards of it in rooms.
    reshares: int
    # How often the app has passed it on.
    shares: ViewEntryStatsAnswerShares
    # ms since epoch.
    published_at: Optional[int]


class ClientConfigAnswerOidc(TypedDict):
    """Null when the web page cannot log in through a provider here."""

    authorization_endpoint: str
    client_id: str
    # The redirect target of the provider: the web page.
    redirect_uri: str
    scope: str


class ClientConfigAnswer(TypedDict):
    brand: str
    # Whether `POST /api/auth/developer` exists.
    dev_login: bool
    # The `applicationServerKey` of push subscriptions; null where browsers get no pushes.
    web_push_key: Optional[str]
    # The price of a short link of a room, in stars.
    vanity_stars: int
    # Null when the web page cannot log in through a provider here.
    oidc: Optional[ClientConfigAnswerOidc]


class BeginPanelLinkBody(TypedDict):
    # The name of the browser. It is cut after 64 characters.
    label: NotRequired[Optional[str]]


class BeginPanelLinkAnswer(TypedDict):
    code: str
    claim: str
    qr: str
    # Seconds.
    expires_in: int


class ClaimPanelLinkBody(TypedDict):
    # As answered with the code.
    claim: str


class ClaimPanelLinkAnswer(TypedDict):
    access_token: str
    refresh_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    refresh_expires_in: int
    account: Account
    # Which of the linked browsers this is.
    link_id: str


class ClaimPanelLinkAnswer202(TypedDict):
    status: Literal["pending"]
    expires_in: int


class ViewPanelCodePath(TypedDict):
    code: str


class ViewPanelCodeAnswer(TypedDict):
    label: Optional[str]
    expires_in: int


class LinkPanelBody(TypedDict):
    # As the QR code says.
    code: str


class LinkPanelAnswer(TypedDict):
    panel: PanelLink


class ListPanelsAnswer(TypedDict):
    panels: list[PanelLink]


class UnlinkPanelPath(TypedDict):
    id: str


class ViewPanelQuery(TypedDict):
    # The language of names. Anything else is `tr`.
    lang: NotRequired[Literal["tr", "en"]]


class ViewPanelAnswerSubscriptionQuotas(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class ViewPanelAnswerSubscription(TypedDict):
    product_id: str
    slug: str
    name: str
    # As entered, tax included.
    price_cents: int
    net_cents: int
    vat_cents: int
    # Percent.
    vat_rate: float
    currency: str
    quotas: ViewPanelAnswerSubscriptionQuotas
    features: list[Literal["sponsored"]]
    started_at: int


class ViewPanelAnswerPendingRequestQuotas(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class ViewPanelAnswerPendingRequest(TypedDict):
    product_id: str
    slug: str
    name: str
    # As entered, tax included.
    price_cents: int
    net_cents: int
    vat_cents: int
    # Percent.
    vat_rate: float
    currency: str
    quotas: ViewPanelAnswerPendingRequestQuotas
    features: list[Literal["sponsored"]]
    requested_at: int


class ViewPanelAnswerBalances(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class ViewPanelAnswerCatalogPositionsItem(TypedDict):
    id: str
    name: str


class ViewPanelAnswerCatalogOrganizationTypesItem(TypedDict):
    id: str
    name: str


class ViewPanelAnswerCatalogGroupTypesItem(TypedDict):
    id: str
    name: str


class ViewPanelAnswerCatalog(TypedDict):
    positions: list[ViewPanelAnswerCatalogPositionsItem]
    organization_types: list[ViewPanelAnswerCatalogOrganizationTypesItem]
    group_types: list[ViewPanelAnswerCatalogGroupTypesItem]


class ViewPanelAnswer(TypedDict):
    account: Person
    organization: Optional[Organization]
    role: Literal["owner", "admin", "ads", "viewer", None]
    billing: Optional[Billing]
    slug_editable: bool
    subscription: Optional[ViewPanelAnswerSubscription]
    pending_request: Optional[ViewPanelAnswerPendingRequest]
    balances: ViewPanelAnswerBalances
    catalog: ViewPanelAnswerCatalog
    products: list[Product]


class ListPanelGroupsAnswer(TypedDict):
    founded: list[Room]
    administered: list[Room]


class CreatePanelGroupBody(TypedDict):
    name: str
    # One of the catalog.
    group_type_id: str
    # Without it one is derived from the name.
    slug: NotRequired[str]
    visibility: NotRequired[Literal["open", "closed"]]
    welcome_message: NotRequired[Optional[str]]


class CreatePanelGroupAnswer(TypedDict):
    room: Room


class CreateOrganizationQuery(TypedDict):
    # The language of names. Anything else is `tr`.
    lang: NotRequired[Literal["tr", "en"]]


class CreateOrganizationBodyBilling(TypedDict):
    """Each is cut after 200 characters."""

    # Required, as are tax_office, tax_id, address, city and country.
    legal_name: NotRequired[str]
    tax_office: NotRequired[str]
    # In Turkey ten digits, or the eleven of a citizen; their check digits are looked at.
    tax_id: NotRequired[str]
    address: NotRequired[str]
    city: NotRequired[str]
    # Two letters (ISO 3166-1).
    country: NotRequired[str]
    district: NotRequired[str]
    region: NotRequired[str]
    postal_code: NotRequired[str]
    # 7 to 20 digits, with a leading + or not.
    contact_phone: NotRequired[str]


class CreateOrganizationBody(TypedDict):
    kind: Literal["individual", "company"]
    display_name: str
    purpose: str
    # Individuals: one of the catalog.
    position_id: NotRequired[Optional[str]]
    # Companies: one of the catalog.
    type_id: NotRequired[Optional[str]]
    # Companies.
    team_size: NotRequired[Optional[int]]
    # Each is cut after 200 characters.
    billing: NotRequired[CreateOrganizationBodyBilling]
    # 3-48. Empty: one is derived from the name.
    slug: NotRequired[str]


class CreateOrganizationAnswer(TypedDict):
    organization: Organization
    role: Literal["owner", "admin", "ads", "viewer"]


class ChangeOrganizationQuery(TypedDict):
    # The language of names. Anything else is `tr`.
    lang: NotRequired[Literal["tr", "en"]]


class ChangeOrganizationBodyBilling(TypedDict):
    """Each is cut after 200 characters."""

    # Required, as are tax_office, tax_id, address, city and country.
    legal_name: NotRequired[str]
    tax_office: NotRequired[str]
    # In Turkey ten digits, or the eleven of a citizen; their check digits are looked at.
    tax_id: NotRequired[str]
    address: NotRequired[str]
    city: NotRequired[str]
    # Two letters (ISO 3166-1).
    country: NotRequired[str]
    district: NotRequired[str]
    region: NotRequired[str]
    postal_code: NotRequired[str]
    # 7 to 20 digits, with a leading + or not.
    contact_phone: NotRequired[str]


class ChangeOrganizationBody(TypedDict):
    display_name: NotRequired[str]
    purpose: NotRequired[str]
    # Individuals: one of the catalog.
    position_id: NotRequired[Optional[str]]
    # Companies: one of the catalog.
    type_id: NotRequired[Optional[str]]
    # Companies.
    team_size: NotRequired[Optional[int]]
    # Each is cut after 200 characters.
    billing: NotRequired[ChangeOrganizationBodyBilling]
    # 3-48. Empty: one is derived from the name.
    slug: NotRequired[str]


class ChangeOrganizationAnswer(TypedDict):
    organization: Organization
    role: Literal["owner", "admin", "ads", "viewer"]


class RequestPackageQuery(TypedDict):
    # The language of names. Anything else is `tr`.
    lang: NotRequired[Literal["tr", "en"]]


class RequestPackageBody(TypedDict):
    product_id: str


class RequestPackageAnswer(TypedDict):
    organization: Organization
    role: Literal["owner", "admin", "ads", "viewer"]


class ViewUsageAnswerBalances(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class ViewUsageAnswerEntriesItem(TypedDict):
    id: str
    counter: Literal["message", "ai", "impression", "verification"]
    # Positive: given. Negative: spent or taken.
    quantity: int
    source: Literal["grant:package", "grant:manual", "impression"]
    # `grant:package`: the slug of the package.
    note: Optional[str]
    created_at: int


class ViewUsageAnswer(TypedDict):
    balances: ViewUsageAnswerBalances
    entries: list[ViewUsageAnswerEntriesItem]


class ListOrganizationMembersAnswer(TypedDict):
    members: list[OrganizationMember]


class AddOrganizationMemberBody(TypedDict):
    username: str
    role: Literal["admin", "ads", "viewer"]


class AddOrganizationMemberAnswer(TypedDict):
    member: OrganizationMember


class ChangeOrganizationRolePath(TypedDict):
    account_id: str


class ChangeOrganizationRoleBody(TypedDict):
    role: Literal["admin", "ads", "viewer"]


class ChangeOrganizationRoleAnswer(TypedDict):
    member: OrganizationMember


class RemoveOrganizationMemberPath(TypedDict):
    account_id: str


class FindAccountsQuery(TypedDict):
    username: NotRequired[str]
    id: NotRequired[str]
    # Of an account of `/v1`.
    email: NotRequired[str]


class FindAccountsAnswerAccountsItemFollows(TypedDict):
    followers: int
    following: int


class FindAccountsAnswerAccountsItemSuspension(TypedDict):
    """Null also for one that is over."""

    until: Optional[str]
    reason: str
    # The text for the owner of the account.
    public_reason: Optional[str]
    at: str


class FindAccountsAnswerAccountsItem(TypedDict):
    id: str
    username: Optional[str]
    developer: bool
    premium: bool
    stars: int
    follows: FindAccountsAnswerAccountsItemFollows
    created_at: str
    # Null also for one that is over.
    suspension: Optional[FindAccountsAnswerAccountsItemSuspension]


class FindAccountsAnswerV1AccountsItemSuspension(TypedDict):
    """Null also for one that is over."""

    until: Optional[str]
    reason: str
    # The text for the owner of the account.
    public_reason: Optional[str]
    at: str


class FindAccountsAnswerV1AccountsItem(TypedDict):
    id: str
    email: str
    verified_at: Optional[str]
    created_at: str
    # Null also for one that is over.
    suspension: Optional[FindAccountsAnswerV1AccountsItemSuspension]
    open_sessions: int


class FindAccountsAnswer(TypedDict):
    accounts: list[FindAccountsAnswerAccountsItem]
    v1_accounts: list[FindAccountsAnswerV1AccountsItem]


class GrantStarsPath(TypedDict):
    id: str


class GrantStarsBody(TypedDict):
    # Any but 0.
    delta: int
    reason: str


class GrantStarsAnswer(TypedDict):
    balance: int
    entry: StarEntry


class SetPremiumPath(TypedDict):
    id: str


class SetPremiumBody(TypedDict):
    premium: bool


class SetPremiumAnswerAccountFollows(TypedDict):
    followers: int
    following: int


class SetPremiumAnswerAccountSuspension(TypedDict):
    """Null also for one that is over."""

    until: Optional[str]
    reason: str
    # The text for the owner of the account.
    public_reason: Optional[str]
    at: str


class SetPremiumAnswerAccount(TypedDict):
    id: str
    username: Optional[str]
    developer: bool
    premium: bool
    stars: int
    follows: SetPremiumAnswerAccountFollows
    created_at: str
    # Null also for one that is over.
    suspension: Optional[SetPremiumAnswerAccountSuspension]


class SetPremiumAnswer(TypedDict):
    account: SetPremiumAnswerAccount


class ListReportsQuery(TypedDict):
    status: NotRequired[Literal["open", "settled"]]
    # 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200.
    limit: NotRequired[int]


class ListReportsAnswerReportsItem(TypedDict):
    id: str
    kind: Literal["message", "account", "room", "entry", "sponsored"]
    # The id of the reported object.
    target: str
    # Null for a deleted account.
    reported_by: Optional[str]
    reason: str
    text: Optional[str]
    # The object as it was when it was reported.
    content: Optional[dict[str, Any]]
    status: Literal["open", "settled"]
    decision: Literal["uphold", "dismiss", None]
    note: Optional[str]
    created_at: str
    settled_at: Optional[str]


class ListReportsAnswer(TypedDict):
    reports: list[ListReportsAnswerReportsItem]


class CountReportsAnswer(TypedDict):
    open: int


class ViewReportedConversationPath(TypedDict):
    id: str


class ViewReportedConversationQuery(TypedDict):
    # For the audit log.
    reason: str
    # 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200.
    limit: NotRequired[int]


class ViewReportedConversationAnswerReport(TypedDict):
    id: str
    kind: Literal["message", "account", "room", "entry", "sponsored"]
    # The id of the reported object.
    target: str
    # Null for a deleted account.
    reported_by: Optional[str]
    reason: str
    text: Optional[str]
    # The object as it was when it was reported.
    content: Optional[dict[str, Any]]
    status: Literal["open", "settled"]
    decision: Literal["uphold", "dismiss", None]
    note: Optional[str]
    created_at: str
    settled_at: Optional[str]


class ViewReportedConversationAnswer(TypedDict):
    report: ViewReportedConversationAnswerReport
    # Null if the room does not exist any more.
    room_id: Optional[str]
    messages: list[Message]


class SettleReportPath(TypedDict):
    id: str


class SettleReportBodyAction(TypedDict):
    """Only with `uphold`."""

    type: Literal["suspend_account", "delete_message", "delete_room"]
    # Of `suspend_account`. Null: not before it is lifted.
    until: NotRequired[Optional[str]]
    # Shown to the owner of the account. Without it the owner is told only that, and until when.
    public_reason: NotRequired[Optional[str]]


class SettleReportBody(TypedDict):
    decision: Literal["uphold", "dismiss"]
    note: NotRequired[Optional[str]]
    # Only with `uphold`.
    action: NotRequired[Optional[SettleReportBodyAction]]


class SettleReportAnswerReport(TypedDict):
    id: str
    kind: Literal["message", "account", "room", "entry", "sponsored"]
    # The id of the reported object.
    target: str
    # Null for a deleted account.
    reported_by: Optional[str]
    reason: str
    text: Optional[str]
    # The object as it was when it was reported.
    content: Optional[dict[str, Any]]
    status: Literal["open", "settled"]
    decision: Literal["uphold", "dismiss", None]
    note: Optional[str]
    created_at: str
    settled_at: Optional[str]


class SettleReportAnswer(TypedDict):
    report: SettleReportAnswerReport


class SuspendAccountPath(TypedDict):
    id: str


class SuspendAccountBody(TypedDict):
    # In the future. Null: not before it is lifted.
    until: Optional[str]
    # For the audit log.
    reason: str
    # Shown to the owner of the account. Without it the owner is told only that, and until when.
    public_reason: NotRequired[Optional[str]]


class SuspendAccountAnswerAccountFollows(TypedDict):
    followers: int
    following: int


class SuspendAccountAnswerAccountSuspension(TypedDict):
    """Null also for one that is over."""

    until: Optional[str]
    reason: str
    # The text for the owner of the account.
    public_reason: Optional[str]
    at: str


class SuspendAccountAnswerAccount(TypedDict):
    id: str
    username: Optional[str]
    developer: bool
    premium: bool
    stars: int
    follows: SuspendAccountAnswerAccountFollows
    created_at: str
    # Null also for one that is over.
    suspension: Optional[SuspendAccountAnswerAccountSuspension]


class SuspendAccountAnswer(TypedDict):
    account: SuspendAccountAnswerAccount


class LiftSuspensionPath(TypedDict):
    id: str


class LiftSuspensionQuery(TypedDict):
    # For the audit log.
    reason: str


class LiftSuspensionAnswerAccountFollows(TypedDict):
    followers: int
    following: int


class LiftSuspensionAnswerAccountSuspension(TypedDict):
    """Null also for one that is over."""

    until: Optional[str]
    reason: str
    # The text for the owner of the account.
    public_reason: Optional[str]
    at: str


class LiftSuspensionAnswerAccount(TypedDict):
    id: str
    username: Optional[str]
    developer: bool
    premium: bool
    stars: int
    follows: LiftSuspensionAnswerAccountFollows
    created_at: str
    # Null also for one that is over.
    suspension: Optional[LiftSuspensionAnswerAccountSuspension]


class LiftSuspensionAnswer(TypedDict):
    account: LiftSuspensionAnswerAccount


class ListSessionsOfAccountPath(TypedDict):
    id: str


class ListSessionsOfAccountQuery(TypedDict):
    # For the audit log.
    reason: str


class ListSessionsOfAccountAnswerSessionsItem(TypedDict):
    id: str
    platform: Optional[str]
    device_model: Optional[str]
    app_version: Optional[str]
    created_at: str
    # ms since epoch: the login, or the last refresh.
    last_used_at: int


class ListSessionsOfAccountAnswer(TypedDict):
    sessions: list[ListSessionsOfAccountAnswerSessionsItem]


class EndSessionsPath(TypedDict):
    id: str


class EndSessionsBody(TypedDict):
    # For the audit log.
    reason: str


class SuspendV1AccountPath(TypedDict):
    id: str


class SuspendV1AccountBody(TypedDict):
    # In the future. Null: not before it is lifted.
    until: Optional[str]
    # For the audit log.
    reason: str
    # Shown to the owner of the account. Without it the owner is told only that, and until when.
    public_reason: NotRequired[Optional[str]]


class SuspendV1AccountAnswerAccountSuspension(TypedDict):
    """Null also for one that is over."""

    until: Optional[str]
    reason: str
    # The text for the owner of the account.
    public_reason: Optional[str]
    at: str


class SuspendV1AccountAnswerAccount(TypedDict):
    id: str
    email: str
    verified_at: Optional[str]
    created_at: str
    # Null also for one that is over.
    suspension: Optional[SuspendV1AccountAnswerAccountSuspension]
    open_sessions: int


class SuspendV1AccountAnswer(TypedDict):
    account: SuspendV1AccountAnswerAccount


class LiftV1SuspensionPath(TypedDict):
    id: str


class LiftV1SuspensionQuery(TypedDict):
    # For the audit log.
    reason: str


class LiftV1SuspensionAnswerAccountSuspension(TypedDict):
    """Null also for one that is over."""

    until: Optional[str]
    reason: str
    # The text for the owner of the account.
    public_reason: Optional[str]
    at: str


class LiftV1SuspensionAnswerAccount(TypedDict):
    id: str
    email: str
    verified_at: Optional[str]
    created_at: str
    # Null also for one that is over.
    suspension: Optional[LiftV1SuspensionAnswerAccountSuspension]
    open_sessions: int


class LiftV1SuspensionAnswer(TypedDict):
    account: LiftV1SuspensionAnswerAccount


class ListBotsOfAccountPath(TypedDict):
    id: str


class ListBotsOfAccountQuery(TypedDict):
    # For the audit log.
    reason: str


class ListBotsOfAccountAnswerBotsItem(TypedDict):
    bot: Bot
    # Null: a bot of the operators.
    owner_id: Optional[str]
    webhooks: list[Webhook]


class ListBotsOfAccountAnswer(TypedDict):
    bots: list[ListBotsOfAccountAnswerBotsItem]


class CreateBotAsOperatorBody(TypedDict):
    username: str
    # For the audit log.
    reason: str


class CreateBotAsOperatorAnswer(TypedDict):
    bot: Bot


class CreateBotTokenAsOperatorPath(TypedDict):
    id: str


class CreateBotTokenAsOperatorBody(TypedDict):
    name: str
    # For the audit log.
    reason: str


class CreateBotTokenAsOperatorAnswer(TypedDict):
    token: BotToken
    # The token itself. It is shown once: only its hash is stored.
    secret: str
    # For a token with a room: the address to post to. It is a secret, too.
    url: NotRequired[str]


class DisableWebhookPath(TypedDict):
    id: str


class DisableWebhookQuery(TypedDict):
    # For the audit log.
    reason: str


class DisableWebhookAnswer(TypedDict):
    webhook: Webhook


class ListRoomsOfAccountPath(TypedDict):
    id: str


class ListRoomsOfAccountQuery(TypedDict):
    # For the audit log.
    reason: str


class ListRoomsOfAccountAnswerRoomsItem(TypedDict):
    id: str
    slug: str
    name: str
    kind: Literal["group", "dm"]
    role: Literal["founder", "admin", "member"]
    joined_at: int


class ListRoomsOfAccountAnswer(TypedDict):
    rooms: list[ListRoomsOfAccountAnswerRoomsItem]


class EraseAccountAsOperatorPath(TypedDict):
    id: str


class EraseAccountAsOperatorQuery(TypedDict):
    # For the audit log.
    reason: str


class ReadRoomAsOperatorPath(TypedDict):
    id: str


class ReadRoomAsOperatorQuery(TypedDict):
    # For the audit log.
    reason: str
    before_seq: NotRequired[int]
    after_seq: NotRequired[int]
    around_seq: NotRequired[int]
    # 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200.
    limit: NotRequired[int]


class ReadRoomAsOperatorAnswerRoom(TypedDict):
    id: str
    slug: str
    name: str
    kind: Literal["group", "dm"]
    member_count: int


class ReadRoomAsOperatorAnswer(TypedDict):
    room: ReadRoomAsOperatorAnswerRoom
    messages: list[Message]
    has_more: bool
    seq: int


class DeleteMessageAsOperatorPath(TypedDict):
    id: str
    message_id: str


class DeleteMessageAsOperatorQuery(TypedDict):
    # For the audit log.
    reason: str


class DeleteMessageAsOperatorAnswer(TypedDict):
    message: Message


class DeleteRoomAsOperatorPath(TypedDict):
    id: str


class DeleteRoomAsOperatorQuery(TypedDict):
    # For the audit log.
    reason: str


class ViewOperatorAnswerOperator(TypedDict):
    id: str
    name: str
    role: Literal["support", "moderator", "admin"]


class ViewOperatorAnswer(TypedDict):
    operator: ViewOperatorAnswerOperator
    operations: list[str]


class ListOperatorKeysAnswerKeysItem(TypedDict):
    id: str
    name: str
    role: Literal["support", "moderator", "admin"]
    created_at: str
    # The id of the key that created it; `console-key` is CONSOLE_KEY.
    created_by: str
    rotated_at: Optional[str]
    expires_at: Optional[str]
    revoked_at: Optional[str]


class ListOperatorKeysAnswer(TypedDict):
    keys: list[ListOperatorKeysAnswerKeysItem]


class CreateOperatorKeyBody(TypedDict):
    name: str
    role: Literal["support", "moderator", "admin"]
    # Null: never.
    expires_in_days: NotRequired[Optional[int]]


class CreateOperatorKeyAnswerKey(TypedDict):
    id: str
    name: str
    role: Literal["support", "moderator", "admin"]
    created_at: str
    # The id of the key that created it; `console-key` is CONSOLE_KEY.
    created_by: str
    rotated_at: Optional[str]
    expires_at: Optional[str]
    revoked_at: Optional[str]


class CreateOperatorKeyAnswer(TypedDict):
    key: CreateOperatorKeyAnswerKey
    # The key itself. It is shown once: only its hash is stored.
    secret: str


class RotateOperatorKeyPath(TypedDict):
    id: str


class RotateOperatorKeyBody(TypedDict):
    # For the audit log.
    reason: NotRequired[str]


class RotateOperatorKeyAnswerKey(TypedDict):
    id: str
    name: str
    role: Literal["support", "moderator", "admin"]
    created_at: str
    # The id of the key that created it; `console-key` is CONSOLE_KEY.
    created_by: str
    rotated_at: Optional[str]
    expires_at: Optional[str]
    revoked_at: Optional[str]


class RotateOperatorKeyAnswer(TypedDict):
    key: RotateOperatorKeyAnswerKey
    # The key itself. It is shown once: only its hash is stored.
    secret: str


class RevokeOperatorKeyPath(TypedDict):
    id: str


class RevokeOperatorKeyQuery(TypedDict):
    # For the audit log.
    reason: NotRequired[str]


class RevokeOperatorKeyAnswerKey(TypedDict):
    id: str
    name: str
    role: Literal["support", "moderator", "admin"]
    created_at: str
    # The id of the key that created it; `console-key` is CONSOLE_KEY.
    created_by: str
    rotated_at: Optional[str]
    expires_at: Optional[str]
    revoked_at: Optional[str]


class RevokeOperatorKeyAnswer(TypedDict):
    key: RevokeOperatorKeyAnswerKey


class DescribeOperatorLoginAnswerOidc(TypedDict):
    authorization_endpoint: str
    client_id: str
    redirect_uri: str
    scope: str


class DescribeOperatorLoginAnswer(TypedDict):
    oidc: Optional[DescribeOperatorLoginAnswerOidc]


class LoginOperatorBody(TypedDict):
    # As the provider sent it to the page of operators.
    code: str
    # That of the description; a code for another address is refused.
    redirect_uri: str
    # Of the PKCE challenge (S256) in the authorization request.
    code_verifier: str
    # Of the authorization request.
    nonce: str


class LoginOperatorAnswerOperator(TypedDict):
    # The same at each login of the person.
    id: str
    name: str
    role: Literal["support", "moderator", "admin"]


class LoginOperatorAnswer(TypedDict):
    operator: LoginOperatorAnswerOperator
    # Shown once: only its hash is stored.
    secret: str
    expires_at: str


class ListOperatorLoginsAnswerLoginsItemOperator(TypedDict):
    id: str
    name: str
    role: Literal["support", "moderator", "admin", None]


class ListOperatorLoginsAnswerLoginsItem(TypedDict):
    operator: ListOperatorLoginsAnswerLoginsItemOperator
    groups: list[str]
    created_at: str
    expires_at: str


class ListOperatorLoginsAnswer(TypedDict):
    logins: list[ListOperatorLoginsAnswerLoginsItem]


class EndOperatorLoginsPath(TypedDict):
    id: str


class EndOperatorLoginsQuery(TypedDict):
    # For the audit log.
    reason: str


ListAuditQuery = TypedDict("ListAuditQuery", {"before": "NotRequired[str]", "from": "NotRequired[str]", "to": "NotRequired[str]", "target": "NotRequired[str]", "operator": "NotRequired[str]", "limit": "NotRequired[int]"})


class ListAuditAnswerEntriesItemOperator(TypedDict):
    id: str
    name: str
    role: Literal["support", "moderator", "admin"]


class ListAuditAnswerEntriesItem(TypedDict):
    id: str
    at: str
    operator: ListAuditAnswerEntriesItemOperator
    # The `operationId` of the endpoint.
    action: str
    target: Optional[str]
    # The parameters, without names and addresses of people.
    given: dict[str, Any]
    reason: Optional[str]
    request_id: str
    # The state before the action.
    before: Optional[dict[str, Any]]
    # `done`, or the code of the refusal. Null: it was begun, and its outcome was not recorded.
    outcome: Optional[str]
    ended_at: Optional[str]


class ListAuditAnswer(TypedDict):
    entries: list[ListAuditAnswerEntriesItem]


ExportAuditQuery = TypedDict("ExportAuditQuery", {"after": "NotRequired[str]", "from": "NotRequired[str]", "to": "NotRequired[str]", "target": "NotRequired[str]", "operator": "NotRequired[str]", "format": "NotRequired[Literal[\"jsonl\", \"csv\"]]", "limit": "NotRequired[int]"})


class LiveQuery(TypedDict):
    since: NotRequired[int]


class LiveAnswerFindingsItem(TypedDict):
    code: Literal["node_silent", "node_lost", "slots_unowned", "views_differ", "store_unreachable", "cache_unreachable", "unavailable", "overloaded", "loop_slow", "commits_slow", "acks_slow", "mailbox_long", "cpu_high", "store_slow", "limits_hit", "internal_errors", "pushes_waiting", "mails_waiting", "files_waiting"]
    level: Literal["bad", "watch"]
    node: Optional[str]
    value: Optional[float]
    # The heading of docs/operating.md that says more, as an anchor.
    read: str


class LiveAnswerSeries(TypedDict):
    """All nodes together: sums, and the worst of delays."""

    # Ends of the steps, ms since epoch. Counts are of the step that ends there.
    at: list[float]
    # Messages that became durable, however they came.
    messages: list[Optional[float]]
    # Events written to sockets.
    deliveries: list[Optional[float]]
    # Units that were made durable.
    commits: list[Optional[float]]
    # Operations of sockets.
    operations: list[Optional[float]]
    rest: list[Optional[float]]
    v1: list[Optional[float]]
    # Refusals, but for limits and failures.
    refused: list[Optional[float]]
    # Refusals because of a limit (429).
    limited: list[Optional[float]]
    # Refusals because something here failed (5xx).
    failed: list[Optional[float]]
    # Actors that came into memory.
    loads: list[Optional[float]]
    # Actors that left it.
    evictions: list[Optional[float]]
    slots_gained: list[Optional[float]]
    link_messages: list[Optional[float]]
    pushes_sent: list[Optional[float]]
    mails_sent: list[Optional[float]]
    connections: list[Optional[float]]
    rooms: list[Optional[float]]
    users: list[Optional[float]]
    others: list[Optional[float]]
    waiting: list[Optional[float]]
    # In cores.
    cpu: list[Optional[float]]
    memory_mb: list[Optional[float]]
    heap_mb: list[Optional[float]]
    # The longest mailbox.
    deepest: list[Optional[float]]
    loop_p99_ms: list[Optional[float]]
    loop_max_ms: list[Optional[float]]
    # A round trip to the store. Null when it failed.
    store_ms: list[Optional[float]]
    # The same to Redis; 0 where a node is alone.
    cache_ms: list[Optional[float]]
    # Rows that are still to be pushed, up to 1000; so are mails and files.
    pushes_waiting: list[Optional[float]]
    mails_waiting: list[Optional[float]]
    # Files whose time to be looked at or removed has come.
    files_waiting: list[Optional[float]]
    # Until a message of a socket was acknowledged. Null where there was none.
    ack_p50_ms: list[Optional[float]]
    ack_p95_ms: list[Optional[float]]
    ack_p99_ms: list[Optional[float]]
    commit_p50_ms: list[Optional[float]]
    commit_p99_ms: list[Optional[float]]


class LiveAnswerNodesItemSeries(TypedDict):
    # Ends of the steps, ms since epoch. Counts are of the step that ends there.
    at: list[float]
    # Messages that became durable, however they came.
    messages: list[Optional[float]]
    # Events written to sockets.
    deliveries: list[Optional[float]]
    # Units that were made durable.
    commits: list[Optional[float]]
    # Operations of sockets.
    operations: list[Optional[float]]
    rest: list[Optional[float]]
    v1: list[Optional[float]]
    # Refusals, but for limits and failures.
    refused: list[Optional[float]]
    # Refusals because of a limit (429).
    limited: list[Optional[float]]
    # Refusals because something here failed (5xx).
    failed: list[Optional[float]]
    # Actors that came into memory.
    loads: list[Optional[float]]
    # Actors that left it.
    evictions: list[Optional[float]]
    slots_gained: list[Optional[float]]
    link_messages: list[Optional[float]]
    pushes_sent: list[Optional[float]]
    mails_sent: list[Optional[float]]
    connections: list[Optional[float]]
    rooms: list[Optional[float]]
    users: list[Optional[float]]
    others: list[Optional[float]]
    waiting: list[Optional[float]]
    # In cores.
    cpu: list[Optional[float]]
    memory_mb: list[Optional[float]]
    heap_mb: list[Optional[float]]
    # The longest mailbox.
    deepest: list[Optional[float]]
    loop_p99_ms: list[Optional[float]]
    loop_max_ms: list[Optional[float]]
    # A round trip to the store. Null when it failed.
    store_ms: list[Optional[float]]
    # The same to Redis; 0 where a node is alone.
    cache_ms: list[Optional[float]]
    # Rows that are still to be pushed, up to 1000; so are mails and files.
    pushes_waiting: list[Optional[float]]
    mails_waiting: list[Optional[float]]
    # Files whose time to be looked at or removed has come.
    files_waiting: list[Optional[float]]
    # Until a message of a socket was acknowledged. Null where there was none.
    ack_p50_ms: list[Optional[float]]
    ack_p95_ms: list[Optional[float]]
    ack_p99_ms: list[Optional[float]]
    commit_p50_ms: list[Optional[float]]
    commit_p99_ms: list[Optional[float]]


class LiveAnswerNodesItem(TypedDict):
    name: str
    # `here`: the one that answers this. `silent`: alive by its lease, and did not answer within a second. `left` and `lost`: gone within the last quarter of an hour, in order or not.
    status: Literal["here", "answers", "silent", "left", "lost"]
    leaving: bool
    # Of 1024.
    slots: int
    gone_at: Optional[int]
    store: Literal["ok", "failed", "off", None]
    cache: Literal["ok", "failed", "off", None]
    series: LiveAnswerNodesItemSeries


class LiveAnswerErrorsItem(TypedDict):
    code: str
    count: int


class LiveAnswerRoomsItem(TypedDict):
    # Null in a chat of two.
    slug: Optional[str]
    kind: Literal["group", "dm", None]
    # In the last minute, at least.
    messages: int
    # The longest its mailbox was in the last minute.
    waiting: int
    # Connected members; a member counts once for each node.
    online: int


class LiveAnswer(TypedDict):
    at: int
    step_ms: int
    node: str
    # The problems that were found, the worst first; empty if there are none.
    findings: list[LiveAnswerFindingsItem]
    # All nodes together: sums, and the worst of delays.
    series: LiveAnswerSeries
    nodes: list[LiveAnswerNodesItem]
    # Refusals of the last minute by code.
    errors: list[LiveAnswerErrorsItem]
    # The busiest rooms by messages or mailbox, at most 20.
    rooms: list[LiveAnswerRoomsItem]


class ListSlotsQuery(TypedDict):
    # The id or the slug of a room.
    room: NotRequired[str]


class ListSlotsAnswerNodesItem(TypedDict):
    name: str
    leaving: bool
    slots: int
    # A second; null when the node did not answer.
    work: Optional[float]


class ListSlotsAnswerSlotsItem(TypedDict):
    slot: int
    # The owner.
    node: Optional[str]
    # Commands and items to other nodes, a second.
    work: float
    # The node that the slot belongs to while that one is alive.
    placed_on: Optional[str]
    placed_by: Literal["operator", "balancer", None]


class ListSlotsAnswer(TypedDict):
    nodes: list[ListSlotsAnswerNodesItem]
    slots: list[ListSlotsAnswerSlotsItem]


class PlaceSlotPath(TypedDict):
    id: str


class PlaceSlotBody(TypedDict):
    node: str
    # For the audit log.
    reason: str


class PlaceSlotAnswerSlot(TypedDict):
    slot: int
    # The owner.
    node: Optional[str]
    # Commands and items to other nodes, a second.
    work: float
    # The node that the slot belongs to while that one is alive.
    placed_on: Optional[str]
    placed_by: Literal["operator", "balancer", None]


class PlaceSlotAnswer(TypedDict):
    slot: PlaceSlotAnswerSlot


class ReleaseSlotPath(TypedDict):
    id: str


class ReleaseSlotQuery(TypedDict):
    # For the audit log.
    reason: str


class ReleaseSlotAnswerSlot(TypedDict):
    slot: int
    # The owner.
    node: Optional[str]
    # Commands and items to other nodes, a second.
    work: float
    # The node that the slot belongs to while that one is alive.
    placed_on: Optional[str]
    placed_by: Literal["operator", "balancer", None]


class ReleaseSlotAnswer(TypedDict):
    slot: ReleaseSlotAnswerSlot


class ListPackageRequestsAnswerRequestsItem(TypedDict):
    organization: Organization


class ListPackageRequestsAnswer(TypedDict):
    requests: list[ListPackageRequestsAnswerRequestsItem]


class SettlePackageRequestPath(TypedDict):
    id: str


class SettlePackageRequestBody(TypedDict):
    decision: Literal["approve", "reject"]


class SettlePackageRequestAnswer(TypedDict):
    organization: Organization


class GrantCreditPath(TypedDict):
    id: str


class GrantCreditBody(TypedDict):
    counter: Literal["message", "ai", "impression", "verification"]
    # Any but 0.
    quantity: int
    note: NotRequired[Optional[str]]


class GrantCreditAnswerBalances(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class GrantCreditAnswerEntry(TypedDict):
    id: str
    counter: Literal["message", "ai", "impression", "verification"]
    # Positive: given. Negative: spent or taken.
    quantity: int
    source: Literal["grant:package", "grant:manual", "impression"]
    # `grant:package`: the slug of the package.
    note: Optional[str]
    created_at: int


class GrantCreditAnswer(TypedDict):
    balances: GrantCreditAnswerBalances
    entry: GrantCreditAnswerEntry


class SetOrganizationSuspendedPath(TypedDict):
    id: str


class SetOrganizationSuspendedBody(TypedDict):
    suspended: bool


class SetOrganizationSuspendedAnswer(TypedDict):
    organization: Organization


class PutCatalogBodyPositionsItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutCatalogBodyPositionsItem(TypedDict):
    id: str
    # A missing name is given in English, else in Turkish.
    names: PutCatalogBodyPositionsItemNames


class PutCatalogBodyOrganizationTypesItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutCatalogBodyOrganizationTypesItem(TypedDict):
    id: str
    # A missing name is given in English, else in Turkish.
    names: PutCatalogBodyOrganizationTypesItemNames


class PutCatalogBodyGroupTypesItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutCatalogBodyGroupTypesItem(TypedDict):
    id: str
    # A missing name is given in English, else in Turkish.
    names: PutCatalogBodyGroupTypesItemNames


class PutCatalogBody(TypedDict):
    positions: NotRequired[list[PutCatalogBodyPositionsItem]]
    organization_types: NotRequired[list[PutCatalogBodyOrganizationTypesItem]]
    group_types: NotRequired[list[PutCatalogBodyGroupTypesItem]]


class PutCatalogAnswerPositionsItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutCatalogAnswerPositionsItem(TypedDict):
    id: str
    # A missing name is given in English, else in Turkish.
    names: PutCatalogAnswerPositionsItemNames
    offered: bool


class PutCatalogAnswerOrganizationTypesItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutCatalogAnswerOrganizationTypesItem(TypedDict):
    id: str
    # A missing name is given in English, else in Turkish.
    names: PutCatalogAnswerOrganizationTypesItemNames
    offered: bool


class PutCatalogAnswerGroupTypesItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutCatalogAnswerGroupTypesItem(TypedDict):
    id: str
    # A missing name is given in English, else in Turkish.
    names: PutCatalogAnswerGroupTypesItemNames
    offered: bool


class PutCatalogAnswer(TypedDict):
    positions: list[PutCatalogAnswerPositionsItem]
    organization_types: list[PutCatalogAnswerOrganizationTypesItem]
    group_types: list[PutCatalogAnswerGroupTypesItem]


class PutProductsBodyProductsItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutProductsBodyProductsItemQuotas(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class PutProductsBodyProductsItem(TypedDict):
    id: str
    slug: str
    # A missing name is given in English, else in Turkish.
    names: PutProductsBodyProductsItemNames
    # Tax included. 0: the free package.
    price_cents: int
    # Percent.
    vat_rate: float
    currency: str
    quotas: PutProductsBodyProductsItemQuotas
    features: list[Literal["sponsored"]]
    on_sale: bool


class PutProductsBody(TypedDict):
    products: list[PutProductsBodyProductsItem]


class PutProductsAnswerProductsItemNames(TypedDict):
    """A missing name is given in English, else in Turkish."""

    tr: NotRequired[str]
    en: NotRequired[str]


class PutProductsAnswerProductsItemQuotas(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class PutProductsAnswerProductsItem(TypedDict):
    id: str
    slug: str
    # A missing name is given in English, else in Turkish.
    names: PutProductsAnswerProductsItemNames
    # Tax included. 0: the free package.
    price_cents: int
    # Percent.
    vat_rate: float
    currency: str
    quotas: PutProductsAnswerProductsItemQuotas
    features: list[Literal["sponsored"]]
    on_sale: bool


class PutProductsAnswer(TypedDict):
    products: list[PutProductsAnswerProductsItem]


class ListSponsoredAnswer(TypedDict):
    items: list[SponsoredItem]


class CreateSponsoredBodyAudience(TypedDict):
    # Slugs of categories: any of them.
    interests: NotRequired[list[str]]
    # At least this.
    activity: NotRequired[Literal["any", "low", "medium", "high"]]
    # All of them.
    segments: NotRequired[list[Literal["deep_reader", "explorer", "focused", "night_owl", "weekend_reader"]]]


class CreateSponsoredBody(TypedDict):
    title: str
    body: str
    target_kind: Literal["url", "room", "deeplink"]
    target: str
    # Uploaded by the organization.
    image_key: NotRequired[Optional[str]]
    thumb_key: NotRequired[Optional[str]]
    # Empty: all.
    languages: NotRequired[list[Literal["tr", "en"]]]
    # Empty: all.
    platforms: NotRequired[list[Literal["android", "ios"]]]
    # The maximum number of impressions.
    budget: NotRequired[Optional[int]]
    # Milliseconds since epoch.
    starts_at: NotRequired[Optional[int]]
    # Milliseconds since epoch.
    ends_at: NotRequired[Optional[int]]
    audience: NotRequired[Optional[CreateSponsoredBodyAudience]]


class CreateSponsoredAnswer(TypedDict):
    item: SponsoredItem


class SponsoredAudienceQuery(TypedDict):
    lang: NotRequired[Literal["tr", "en"]]


class SponsoredAudienceAnswerInterestsItem(TypedDict):
    slug: str
    name: str


class SponsoredAudienceAnswerSegmentsItem(TypedDict):
    slug: str
    name: str
    reach: int


class SponsoredAudienceAnswer(TypedDict):
    interests: list[SponsoredAudienceAnswerInterestsItem]
    activities: list[Literal["any", "low", "medium", "high"]]
    segments: list[SponsoredAudienceAnswerSegmentsItem]


class PresignSponsoredMediaBody(TypedDict):
    content_type: NotRequired[Literal["image/jpeg", "image/png", "image/webp", "image/gif"]]
    thumb_content_type: NotRequired[Literal["image/jpeg", "image/png", "image/webp"]]


class PresignSponsoredMediaAnswer(TypedDict):
    content_type: Literal["image/jpeg", "image/png", "image/webp", "image/gif"]
    thumb_content_type: Literal["image/jpeg", "image/png", "image/webp"]
    full: PutLink
    thumb: PutLink


class ViewSponsoredPath(TypedDict):
    id: str


class ViewSponsoredAnswer(TypedDict):
    item: SponsoredItem


class EditSponsoredPath(TypedDict):
    id: str


class EditSponsoredBodyAudience(TypedDict):
    # Slugs of categories: any of them.
    interests: NotRequired[list[str]]
    # At least this.
    activity: NotRequired[Literal["any", "low", "medium", "high"]]
    # All of them.
    segments: NotRequired[list[Literal["deep_reader", "explorer", "focused", "night_owl", "weekend_reader"]]]


class EditSponsoredBody(TypedDict):
    title: NotRequired[str]
    body: NotRequired[str]
    target_kind: NotRequired[Literal["url", "room", "deeplink"]]
    target: NotRequired[str]
    # Uploaded by the organization.
    image_key: NotRequired[Optional[str]]
    thumb_key: NotRequired[Optional[str]]
    # Empty: all.
    languages: NotRequired[list[Literal["tr", "en"]]]
    # Empty: all.
    platforms: NotRequired[list[Literal["android", "ios"]]]
    # The maximum number of impressions.
    budget: NotRequired[Optional[int]]
    # Milliseconds since epoch.
    starts_at: NotRequired[Optional[int]]
    # Milliseconds since epoch.
    ends_at: NotRequired[Optional[int]]
    audience: NotRequired[Optional[EditSponsoredBodyAudience]]


class EditSponsoredAnswer(TypedDict):
    item: SponsoredItem


class DeleteSponsoredPath(TypedDict):
    id: str


class SubmitSponsoredPath(TypedDict):
    id: str


class SubmitSponsoredAnswer(TypedDict):
    item: SponsoredItem


class PauseSponsoredPath(TypedDict):
    id: str


class PauseSponsoredAnswer(TypedDict):
    item: SponsoredItem


class ResumeSponsoredPath(TypedDict):
    id: str


class ResumeSponsoredAnswer(TypedDict):
    item: SponsoredItem


class SponsoredDaysPath(TypedDict):
    id: str


class SponsoredDaysQuery(TypedDict):
    utc_offset: NotRequired[int]


class SponsoredDaysAnswerDaysItem(TypedDict):
    # Milliseconds since epoch.
    starts_at: int
    impressions: int
    clicks: int


class SponsoredDaysAnswer(TypedDict):
    days: list[SponsoredDaysAnswerDaysItem]
    # Up to 10000.
    hides: int


class OfferSponsoredQuery(TypedDict):
    placement: Literal["chats", "discover_topics", "discover_entries"]


class OfferSponsoredAnswerItemSponsor(TypedDict):
    display_name: str


class OfferSponsoredAnswerItem(TypedDict):
    id: str
    # The token for reports on this offer; valid for an hour, each of the three reports once.
    token: str
    title: str
    body: str
    target_kind: Literal["url", "room", "deeplink"]
    target: str
    # For an hour.
    image_url: Optional[str]
    thumb_url: Optional[str]
    sponsor: OfferSponsoredAnswerItemSponsor


class OfferSponsoredAnswer(TypedDict):
    item: Optional[OfferSponsoredAnswerItem]


class ReportImpressionPath(TypedDict):
    id: str


class ReportImpressionBody(TypedDict):
    token: str


class ReportTapPath(TypedDict):
    id: str


class ReportTapBody(TypedDict):
    token: str


class HideSponsoredPath(TypedDict):
    id: str


class HideSponsoredBody(TypedDict):
    token: str


class ListSponsoredReviewsQuery(TypedDict):
    status: NotRequired[Literal["draft", "review", "live", "paused", "rejected", "ended"]]
    # 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200.
    limit: NotRequired[int]


class ListSponsoredReviewsAnswer(TypedDict):
    items: list[ReviewedSponsoredItem]


class ReviewSponsoredPath(TypedDict):
    id: str


class ReviewSponsoredBody(TypedDict):
    decision: Literal["approve", "reject"]
    # The organization gets it when the item is rejected.
    reason: NotRequired[Optional[str]]


class ReviewSponsoredAnswer(TypedDict):
    item: ReviewedSponsoredItem


class HealthAnswerComponentsDatabase(TypedDict):
    # `off`: not part of this installation.
    status: Literal["ok", "failed", "off"]
    latency_ms: Optional[int]


class HealthAnswerComponentsCache(TypedDict):
    # `off`: not part of this installation.
    status: Literal["ok", "failed", "off"]
    latency_ms: Optional[int]


class HealthAnswerComponentsObjectStore(TypedDict):
    # `off`: not part of this installation.
    status: Literal["ok", "failed", "off"]
    latency_ms: Optional[int]


class HealthAnswerComponents(TypedDict):
    database: HealthAnswerComponentsDatabase
    cache: HealthAnswerComponentsCache
    object_store: HealthAnswerComponentsObjectStore


class HealthAnswer(TypedDict):
    status: Literal["ok", "degraded"]
    version: str
    # The source revision of the build, if it is known.
    revision: Optional[str]
    components: HealthAnswerComponents


class ReadyAnswer(TypedDict):
    status: Literal["ready", "not_ready"]


class V1RegisterBody(TypedDict):
    # An e-mail address. Compared without regard to case.
    email: str
    # 10 to 128 characters, and none of the 10 000 most common passwords.
    password: str


class V1RegisterAnswer(TypedDict):
    # For people.
    message: str


class V1VerifyEmailBody(TypedDict):
    token: str


class V1VerifyEmailAnswer(TypedDict):
    # For people.
    message: str


class V1VerifyEmailPageQuery(TypedDict):
    # The token of the link.
    token: NotRequired[Any]


class V1ResendVerificationBody(TypedDict):
    # An e-mail address. Compared without regard to case.
    email: str


class V1ResendVerificationAnswer(TypedDict):
    # For people.
    message: str


class V1ForgotPasswordBody(TypedDict):
    # An e-mail address. Compared without regard to case.
    email: str


class V1ForgotPasswordAnswer(TypedDict):
    # For people.
    message: str


class V1ResetPasswordBody(TypedDict):
    token: str
    # 10 to 128 characters, and none of the 10 000 most common passwords.
    password: str


class V1ResetPasswordPageQuery(TypedDict):
    # The token of the link.
    token: NotRequired[Any]


class V1MeAnswerAccount(TypedDict):
    id: str
    email: str
    created_at: str


class V1MeAnswer(TypedDict):
    account: V1MeAnswerAccount


class V1DeleteMeBody(TypedDict):
    password: NotRequired[str]


class V1LoginBody(TypedDict):
    # An e-mail address. Compared without regard to case.
    email: str
    password: str


class V1LoginAnswerAccount(TypedDict):
    id: str
    email: str


class V1LoginAnswer(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use. Absent where it went into the httpOnly cookie: in answers to pages of allowed origins.
    refresh_token: NotRequired[str]
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int
    account: V1LoginAnswerAccount


class V1RefreshBody(TypedDict):
    # Pages of allowed origins omit it and send the cookie.
    refresh_token: NotRequired[str]


class V1RefreshAnswer(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use. Absent where it went into the httpOnly cookie: in answers to pages of allowed origins.
    refresh_token: NotRequired[str]
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int


class V1LogoutBody(TypedDict):
    # Pages of allowed origins omit it and send the cookie.
    refresh_token: NotRequired[str]


class V1ExchangeBody(TypedDict):
    code: str


class V1ExchangeAnswerAccount(TypedDict):
    id: str
    email: str


class V1ExchangeAnswer(TypedDict):
    # Opaque. Sent as `Authorization: Bearer …`.
    access_token: str
    # Single use. Absent where it went into the httpOnly cookie: in answers to pages of allowed origins.
    refresh_token: NotRequired[str]
    token_type: Literal["Bearer"]
    # Seconds until the access token expires.
    expires_in: int
    account: V1ExchangeAnswerAccount


class V1SessionsAnswerSessionsItem(TypedDict):
    id: str
    method: Literal["password", "provider"]
    created_at: str
    # ms since epoch: the login, or the last refresh.
    last_used_at: int
    # ms since epoch.
    expires_at: int
    current: bool


class V1SessionsAnswer(TypedDict):
    sessions: list[V1SessionsAnswerSessionsItem]


class V1CloseSessionPath(TypedDict):
    id: str


class V1HealthAnswerComponentsDatabase(TypedDict):
    status: Literal["ok", "failed"]
    # Null where it did not answer.
    latency_ms: Optional[int]


class V1HealthAnswerComponentsCache(TypedDict):
    status: Literal["ok", "failed"]
    # Null where it did not answer.
    latency_ms: Optional[int]


class V1HealthAnswerComponentsObjectStore(TypedDict):
    status: Literal["ok", "failed"]
    # Null where it did not answer.
    latency_ms: Optional[int]


class V1HealthAnswerComponents(TypedDict):
    database: V1HealthAnswerComponentsDatabase
    cache: V1HealthAnswerComponentsCache
    object_store: V1HealthAnswerComponentsObjectStore


class V1HealthAnswer(TypedDict):
    status: Literal["ok", "degraded"]
    components: V1HealthAnswerComponents


class Request(Protocol):
    """A request over REST, by its method and path."""

    @overload
    async def __call__(self, operation: Literal["POST /api/auth/identity"], *, body: LoginIdentityBody, token: Union[str, None, Unset] = ...) -> Union[LoginIdentityAnswer, LoginIdentityAnswer201]:
        """loginIdentity: Log in with a code of the identity provider"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/auth/developer"], *, body: LoginDeveloperBody, token: Union[str, None, Unset] = ...) -> Union[LoginDeveloperAnswer, LoginDeveloperAnswer201]:
        """loginDeveloper: Log in by name, outside production"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/auth/refresh"], *, body: RefreshTokensBody, token: Union[str, None, Unset] = ...) -> RefreshTokensAnswer:
        """refreshTokens: Exchange a refresh token for a new pair"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/auth/logout"], *, body: LogoutBody, token: Union[str, None, Unset] = ...) -> None:
        """logout: Close the session of a refresh token"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me"], *, token: Union[str, None, Unset] = ...) -> ViewMeAnswer:
        """viewMe: View the own account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/me"], *, body: Optional[DeleteMeBody] = ..., token: Union[str, None, Unset] = ...) -> None:
        """deleteMe: Delete the own account permanently"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/me/username"], *, body: ChooseUsernameBody, token: Union[str, None, Unset] = ...) -> ChooseUsernameAnswer:
        """chooseUsername: Choose or change the username"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/usernames/available"], *, query: UsernameAvailableQuery, token: Union[str, None, Unset] = ...) -> UsernameAvailableAnswer:
        """usernameAvailable: Check whether a username is available"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/me/export"], *, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> RequestExportAnswer:
        """requestExport: Request an export of all data of the caller"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/exports/{id}"], *, path: ViewExportPath, token: Union[str, None, Unset] = ...) -> ViewExportAnswer:
        """viewExport: View the state of an export, with links once it is ready"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/me/profile"], *, body: Optional[ChangeProfileBody] = ..., token: Union[str, None, Unset] = ...) -> ChangeProfileAnswer:
        """changeProfile: Change the profile of the account"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/followers"], *, token: Union[str, None, Unset] = ...) -> ListOwnFollowersAnswer:
        """listOwnFollowers: List the followers of the caller, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/following"], *, token: Union[str, None, Unset] = ...) -> ListOwnFollowingAnswer:
        """listOwnFollowing: List the accounts that the caller follows, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/stars"], *, token: Union[str, None, Unset] = ...) -> ViewStarsAnswer:
        """viewStars: View the balance of stars and its newest 50 movements"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/users/{username}"], *, path: ViewPersonPath, token: Union[str, None, Unset] = ...) -> ViewPersonAnswer:
        """viewPerson: View the profile card of a person"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/users/{username}/follow"], *, path: FollowPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> FollowAnswer:
        """follow: Follow an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/users/{username}/follow"], *, path: UnfollowPath, token: Union[str, None, Unset] = ...) -> UnfollowAnswer:
        """unfollow: Unfollow an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/users/{username}/followers"], *, path: ListFollowersPath, token: Union[str, None, Unset] = ...) -> ListFollowersAnswer:
        """listFollowers: List the followers of a person"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/users/{username}/following"], *, path: ListFollowingPath, token: Union[str, None, Unset] = ...) -> ListFollowingAnswer:
        """listFollowing: List the accounts that a person follows"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/contacts"], *, token: Union[str, None, Unset] = ...) -> ListContactsAnswer:
        """listContacts: List the people that the caller follows or has a direct chat with"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/people"], *, query: ListPeopleQuery, token: Union[str, None, Unset] = ...) -> ListPeopleAnswer:
        """listPeople: View people by their ids"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/avatars"], *, token: Union[str, None, Unset] = ...) -> ListPhotosAnswer:
        """listPhotos: List the own photos"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/me/avatars"], *, body: AddPhotoBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> AddPhotoAnswer:
        """addPhoto: Register a photo that was uploaded"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/me/avatars/presign"], *, body: Optional[PresignPhotoBody] = ..., token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> PresignPhotoAnswer:
        """presignPhoto: Create two links for the upload of a photo and its thumbnail"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/me/avatars/{id}/primary"], *, path: ChoosePhotoPath, token: Union[str, None, Unset] = ...) -> ChoosePhotoAnswer:
        """choosePhoto: Make a photo the primary one"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/me/avatars/{id}"], *, path: DeletePhotoPath, token: Union[str, None, Unset] = ...) -> None:
        """deletePhoto: Delete a photo and its files"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/sessions"], *, token: Union[str, None, Unset] = ...) -> ListSessionsAnswer:
        """listSessions: List the sessions of the account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/me/sessions/{id}"], *, path: CloseSessionPath, token: Union[str, None, Unset] = ...) -> None:
        """closeSession: Log out from the identity provider"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/me/device"], *, body: SetDeviceBody, token: Union[str, None, Unset] = ...) -> None:
        """setDevice: Set the device of this session and its push token"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/me/device"], *, token: Union[str, None, Unset] = ...) -> None:
        """forgetDevice: Remove the push token of this session"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/me/web-push"], *, body: SetWebPushBody, token: Union[str, None, Unset] = ...) -> None:
        """setWebPush: Set the push subscription of the browser of this session"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/blocks"], *, token: Union[str, None, Unset] = ...) -> ListBlocksAnswer:
        """listBlocks: List the blocked accounts, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/me/blocks/{account_id}"], *, path: BlockPath, token: Union[str, None, Unset] = ...) -> None:
        """block: Block an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/me/blocks/{account_id}"], *, path: UnblockPath, token: Union[str, None, Unset] = ...) -> None:
        """unblock: Unblock an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/reports"], *, body: ReportBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> ReportAnswer:
        """report: Report an account, room or message to the operators"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/dm/{username}"], *, path: OpenDmPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> OpenDmAnswer:
        """openDm: Open the direct chat with a person; it is created if there is none"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/search"], *, query: FindRoomsQuery, token: Union[str, None, Unset] = ...) -> FindRoomsAnswer:
        """findRooms: Search the open groups by name and slug"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/directory"], *, query: Optional[ListOpenRoomsQuery] = ..., token: Union[str, None, Unset] = ...) -> ListOpenRoomsAnswer:
        """listOpenRooms: List all open groups"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/search"], *, path: SearchRoomPath, query: Optional[SearchRoomQuery] = ..., token: Union[str, None, Unset] = ...) -> SearchRoomAnswer:
        """searchRoom: Search the messages of a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/topics"], *, path: ListTopicsPath, token: Union[str, None, Unset] = ...) -> ListTopicsAnswer:
        """listTopics: List the hashtags of a room, most recently used first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/stats"], *, path: RoomStatsPath, token: Union[str, None, Unset] = ...) -> RoomStatsAnswer:
        """roomStats: View the statistics of a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/events"], *, path: ListEventsPath, query: Optional[ListEventsQuery] = ..., token: Union[str, None, Unset] = ...) -> ListEventsAnswer:
        """listEvents: List the event rows, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms"], *, token: Union[str, None, Unset] = ...) -> ListRoomsAnswer:
        """listRooms: List the rooms of the caller"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms"], *, body: CreateRoomBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateRoomAnswer:
        """createRoom: Open a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}"], *, path: ViewRoomPath, token: Union[str, None, Unset] = ...) -> ViewRoomAnswer:
        """viewRoom: View a room, as a member or not"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}"], *, path: DeleteRoomPath, query: Optional[DeleteRoomQuery] = ..., token: Union[str, None, Unset] = ...) -> Union[DeleteRoomAnswer, None]:
        """deleteRoom: Delete the room for everybody, or leave it"""
        ...

    @overload
    async def __call__(self, operation: Literal["PATCH /api/rooms/{slug}"], *, path: ChangeSettingsPath, body: Optional[ChangeSettingsBody] = ..., token: Union[str, None, Unset] = ...) -> ChangeSettingsAnswer:
        """changeSettings: Change settings"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/rooms"], *, token: Union[str, None, Unset] = ...) -> ListOwnRoomsAnswer:
        """listOwnRooms: List the groups that the caller has founded or is an admin of"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/join"], *, path: JoinRoomPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> JoinRoomAnswer:
        """joinRoom: Join a room, or request to join"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/leave"], *, path: LeaveRoomPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> LeaveRoomAnswer:
        """leaveRoom: Leave the room"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/members"], *, path: ListMembersPath, query: Optional[ListMembersQuery] = ..., token: Union[str, None, Unset] = ...) -> ListMembersAnswer:
        """listMembers: List the members, oldest join first"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/members"], *, path: AddMemberPath, body: AddMemberBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> Union[AddMemberAnswer, AddMemberAnswer201]:
        """addMember: Add a person"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/archive"], *, path: SetArchivePath, token: Union[str, None, Unset] = ...) -> None:
        """setArchive: Archive: it stays in the list, pushes of mentions only"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/archive"], *, path: ClearArchivePath, token: Union[str, None, Unset] = ...) -> None:
        """clearArchive: Out of the archive"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/pin"], *, path: SetPinPath, token: Union[str, None, Unset] = ...) -> None:
        """setPin: Pin to the top of the list"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/pin"], *, path: ClearPinPath, token: Union[str, None, Unset] = ...) -> None:
        """clearPin: No longer at the top"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/mute"], *, path: SetMutePath, token: Union[str, None, Unset] = ...) -> None:
        """setMute: No notifications, of mentions neither"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/mute"], *, path: ClearMutePath, token: Union[str, None, Unset] = ...) -> None:
        """clearMute: Notifications again"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/unread"], *, path: SetUnreadPath, body: SetUnreadBody, token: Union[str, None, Unset] = ...) -> None:
        """setUnread: Mark a room as unread from a row on"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/unread"], *, path: ClearUnreadPath, token: Union[str, None, Unset] = ...) -> None:
        """clearUnread: Take the mark as unread away"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/notifications"], *, path: SetNotificationsPath, body: SetNotificationsBody, token: Union[str, None, Unset] = ...) -> None:
        """setNotifications: Choose the notifications of a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/admins/{account_id}"], *, path: PromoteMemberPath, token: Union[str, None, Unset] = ...) -> PromoteMemberAnswer:
        """promoteMember: Make a member an admin"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/admins/{account_id}"], *, path: DemoteAdminPath, token: Union[str, None, Unset] = ...) -> DemoteAdminAnswer:
        """demoteAdmin: Remove an admin"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/admins/{account_id}/permissions"], *, path: GrantPermissionsPath, body: GrantPermissionsBody, token: Union[str, None, Unset] = ...) -> GrantPermissionsAnswer:
        """grantPermissions: View the permissions of an admin"""
        ...

    @overload
    async def __call__(self, operation: Literal["PATCH /api/rooms/{slug}/permissions"], *, path: DenyPermissionsPath, body: Optional[DenyPermissionsBody] = ..., token: Union[str, None, Unset] = ...) -> DenyPermissionsAnswer:
        """denyPermissions: Restrict the permissions of members"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/founder"], *, path: HandOverPath, body: HandOverBody, token: Union[str, None, Unset] = ...) -> HandOverAnswer:
        """handOver: Transfer the ownership of the room"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/permissions/explain"], *, path: ExplainPermissionPath, query: ExplainPermissionQuery, token: Union[str, None, Unset] = ...) -> ExplainPermissionAnswer:
        """explainPermission: Explain whether a member may do something"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/members/{account_id}"], *, path: KickMemberPath, token: Union[str, None, Unset] = ...) -> None:
        """kickMember: Remove a member"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/members/{account_id}/tag"], *, path: TagMemberPath, body: TagMemberBody, token: Union[str, None, Unset] = ...) -> TagMemberAnswer:
        """tagMember: Set the tag of a member"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/members/{account_id}/mute"], *, path: MuteMemberPath, body: Optional[MuteMemberBody] = ..., token: Union[str, None, Unset] = ...) -> MuteMemberAnswer:
        """muteMember: Mute a member for a time"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/members/{account_id}/mute"], *, path: UnmuteMemberPath, token: Union[str, None, Unset] = ...) -> None:
        """unmuteMember: Unmute a member"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/bans/{account_id}"], *, path: BanMemberPath, body: Optional[BanMemberBody] = ..., token: Union[str, None, Unset] = ...) -> None:
        """banMember: Ban an account, a member or not"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/bans/{account_id}"], *, path: UnbanMemberPath, token: Union[str, None, Unset] = ...) -> None:
        """unbanMember: Lift a ban"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/bans"], *, path: ListBansPath, token: Union[str, None, Unset] = ...) -> ListBansAnswer:
        """listBans: List the bans, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/requests"], *, path: ListRequestsPath, token: Union[str, None, Unset] = ...) -> ListRequestsAnswer:
        """listRequests: List the join requests, oldest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/requests/{account_id}"], *, path: ApproveRequestPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> ApproveRequestAnswer:
        """approveRequest: Accept a join request"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/requests/{account_id}"], *, path: RejectRequestPath, token: Union[str, None, Unset] = ...) -> None:
        """rejectRequest: Decline a join request"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/invites"], *, path: CreateInvitePath, body: Optional[CreateInviteBody] = ..., token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateInviteAnswer:
        """createInvite: Create an invite link"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/invites"], *, path: ListInvitesPath, token: Union[str, None, Unset] = ...) -> ListInvitesAnswer:
        """listInvites: List the valid invite links, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/invites/{code}"], *, path: CancelInvitePath, token: Union[str, None, Unset] = ...) -> None:
        """cancelInvite: Cancel a link"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/invites/{code}"], *, path: ViewInvitePath, token: Union[str, None, Unset] = ...) -> ViewInviteAnswer:
        """viewInvite: View the room of an invite link"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/invites/{code}/join"], *, path: JoinByInvitePath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> JoinByInviteAnswer:
        """joinByInvite: Join a room by an invite link"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/vanity"], *, path: BuyVanityLinkPath, body: BuyVanityLinkBody, token: Union[str, None, Unset] = ...) -> BuyVanityLinkAnswer:
        """buyVanityLink: Buy a short link to the room"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/messages"], *, path: ListMessagesPath, query: Optional[ListMessagesQuery] = ..., token: Union[str, None, Unset] = ...) -> ListMessagesAnswer:
        """listMessages: List a page of messages of the room"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/messages"], *, path: SendMessagePath, body: SendMessageBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> Union[SendMessageAnswer, SendMessageAnswer201]:
        """sendMessage: Send a message without a socket"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/messages/{id}"], *, path: ViewMessagePath, token: Union[str, None, Unset] = ...) -> ViewMessageAnswer:
        """viewMessage: View a message"""
        ...

    @overload
    async def __call__(self, operation: Literal["PATCH /api/rooms/{slug}/messages/{id}"], *, path: EditMessagePath, body: EditMessageBody, token: Union[str, None, Unset] = ...) -> EditMessageAnswer:
        """editMessage: Change the text of an own message"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/messages/{id}"], *, path: DeleteMessagePath, token: Union[str, None, Unset] = ...) -> DeleteMessageAnswer:
        """deleteMessage: Delete a message"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/messages/{id}/pin"], *, path: PinMessagePath, token: Union[str, None, Unset] = ...) -> PinMessageAnswer:
        """pinMessage: Pin a message for everybody"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/messages/{id}/pin"], *, path: UnpinMessagePath, token: Union[str, None, Unset] = ...) -> UnpinMessageAnswer:
        """unpinMessage: Unpin a message"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/messages/{id}/discussion"], *, path: ListDiscussionPath, query: Optional[ListDiscussionQuery] = ..., token: Union[str, None, Unset] = ...) -> ListDiscussionAnswer:
        """listDiscussion: List the comments below a message, oldest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/messages/{id}/discussion/close"], *, path: CloseDiscussionPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CloseDiscussionAnswer:
        """closeDiscussion: End the discussion of a message"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/messages/{id}/discussion/reopen"], *, path: ReopenDiscussionPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> ReopenDiscussionAnswer:
        """reopenDiscussion: Open the discussion of a message again"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/messages/{id}/reactions"], *, path: ListReactorsPath, token: Union[str, None, Unset] = ...) -> ListReactorsAnswer:
        """listReactors: List who has reacted to a message"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/messages/{id}/vote"], *, path: VotePath, body: VoteBody, token: Union[str, None, Unset] = ...) -> VoteAnswer:
        """vote: Vote in a survey"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/messages/{id}/vote"], *, path: ViewVotesPath, token: Union[str, None, Unset] = ...) -> ViewVotesAnswer:
        """viewVotes: View the results of a survey and the choice of the caller"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/replies"], *, query: Optional[ListRepliesQuery] = ..., token: Union[str, None, Unset] = ...) -> ListRepliesAnswer:
        """listReplies: List the replies to the own messages, in all rooms"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/discussions"], *, query: Optional[ListOwnDiscussionsQuery] = ..., token: Union[str, None, Unset] = ...) -> ListOwnDiscussionsAnswer:
        """listOwnDiscussions: List the discussions that the caller takes part in, in all rooms"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/media/presign"], *, path: PresignMediaPath, body: Optional[PresignMediaBody] = ..., token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> PresignMediaAnswer:
        """presignMedia: Create two links for the upload of a picture or video and its thumbnail"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/docs/presign"], *, path: PresignDocumentPath, body: PresignDocumentBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> PresignDocumentAnswer:
        """presignDocument: Create a link for the upload of a document"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/media"], *, path: ListMediaPath, query: Optional[ListMediaQuery] = ..., token: Union[str, None, Unset] = ...) -> ListMediaAnswer:
        """listMedia: List the photos and videos of a room, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/media/{id}"], *, path: ViewMediaPath, token: Union[str, None, Unset] = ...) -> ViewMediaAnswer:
        """viewMedia: View a photo, video, GIF or sticker, with new links"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/docs/{id}"], *, path: ViewDocumentPath, token: Union[str, None, Unset] = ...) -> ViewDocumentAnswer:
        """viewDocument: View a document, with a link that is valid as long as the document exists"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/rooms/{slug}/avatars"], *, path: ListRoomPhotosPath, token: Union[str, None, Unset] = ...) -> ListRoomPhotosAnswer:
        """listRoomPhotos: List the photos of a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/avatars"], *, path: AddRoomPhotoPath, body: AddRoomPhotoBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> AddRoomPhotoAnswer:
        """addRoomPhoto: Register a photo that was uploaded"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/avatars/presign"], *, path: PresignRoomPhotoPath, body: Optional[PresignRoomPhotoBody] = ..., token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> PresignRoomPhotoAnswer:
        """presignRoomPhoto: Create two links for the upload of a photo and its thumbnail"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/rooms/{slug}/avatars/{id}/primary"], *, path: ChooseRoomPhotoPath, token: Union[str, None, Unset] = ...) -> ChooseRoomPhotoAnswer:
        """chooseRoomPhoto: Make a photo the primary one"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/rooms/{slug}/avatars/{id}"], *, path: DeleteRoomPhotoPath, token: Union[str, None, Unset] = ...) -> None:
        """deleteRoomPhoto: Delete a photo and its files"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/rooms/{slug}/messages/{id}/share"], *, path: ShareArticlePath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> ShareArticleAnswer:
        """shareArticle: Submit an own article to the dictionary"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/categories"], *, token: Union[str, None, Unset] = ...) -> ListCategoriesAnswer:
        """listCategories: Categories, in the order of the console"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/topics"], *, query: Optional[DiscoverTopicsQuery] = ..., token: Union[str, None, Unset] = ...) -> DiscoverTopicsAnswer:
        """discoverTopics: Topics, those with the most entries first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/topics/suggest"], *, query: Optional[SuggestTopicsQuery] = ..., token: Union[str, None, Unset] = ...) -> SuggestTopicsAnswer:
        """suggestTopics: Up to five topics that begin so"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/topics/{tag}"], *, path: ViewTopicPath, token: Union[str, None, Unset] = ...) -> ViewTopicAnswer:
        """viewTopic: One topic in any language"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/topics/{tag}/entries"], *, path: ListEntriesPath, query: Optional[ListEntriesQuery] = ..., token: Union[str, None, Unset] = ...) -> ListEntriesAnswer:
        """listEntries: Published articles of a topic"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/entries/{id}"], *, path: ViewEntryDetailPath, token: Union[str, None, Unset] = ...) -> ViewEntryDetailAnswer:
        """viewEntryDetail: A published article"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/entries/{id}/discussion"], *, path: ListEntryDiscussionPath, query: Optional[ListEntryDiscussionQuery] = ..., token: Union[str, None, Unset] = ...) -> ListEntryDiscussionAnswer:
        """listEntryDiscussion: List the comments below an article, oldest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/me/entries"], *, query: Optional[ListOwnEntriesQuery] = ..., token: Union[str, None, Unset] = ...) -> ListOwnEntriesAnswer:
        """listOwnEntries: List the articles that the caller has submitted"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/link-preview"], *, query: LinkPreviewQuery, token: Union[str, None, Unset] = ...) -> LinkPreviewAnswer:
        """linkPreview: View the preview of a linked page"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/bots"], *, token: Union[str, None, Unset] = ...) -> ListBotsAnswer:
        """listBots: List own bots"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/bots"], *, body: CreateBotBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateBotAnswer:
        """createBot: Create a bot"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/bots/{id}"], *, path: DeleteBotPath, token: Union[str, None, Unset] = ...) -> None:
        """deleteBot: Delete a bot"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/bots/{id}/tokens"], *, path: ListBotTokensPath, token: Union[str, None, Unset] = ...) -> ListBotTokensAnswer:
        """listBotTokens: List the tokens of a bot"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/bots/{id}/tokens"], *, path: CreateBotTokenPath, body: CreateBotTokenBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateBotTokenAnswer:
        """createBotToken: Create a token of a bot"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/bots/{id}/tokens/{token}"], *, path: RevokeBotTokenPath, token: Union[str, None, Unset] = ...) -> None:
        """revokeBotToken: Revoke a token of a bot"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/webhooks"], *, token: Union[str, None, Unset] = ...) -> ListWebhooksAnswer:
        """listWebhooks: List the webhooks of own bots"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/webhooks"], *, body: CreateWebhookBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateWebhookAnswer:
        """createWebhook: Send the events of a room to a server"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/webhooks/{id}"], *, path: ViewWebhookPath, token: Union[str, None, Unset] = ...) -> ViewWebhookAnswer:
        """viewWebhook: Show a webhook and its last deliveries"""
        ...

    @overload
    async def __call__(self, operation: Literal["PATCH /api/webhooks/{id}"], *, path: ChangeWebhookPath, body: Optional[ChangeWebhookBody] = ..., token: Union[str, None, Unset] = ...) -> ChangeWebhookAnswer:
        """changeWebhook: Change a webhook, switch it off or on"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/webhooks/{id}"], *, path: DeleteWebhookPath, token: Union[str, None, Unset] = ...) -> None:
        """deleteWebhook: Delete a webhook"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/webhooks/{id}/secret"], *, path: RotateWebhookSecretPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> RotateWebhookSecretAnswer:
        """rotateWebhookSecret: Give a webhook a new secret"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/webhooks/{id}/test"], *, path: TestWebhookPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> TestWebhookAnswer:
        """testWebhook: Send a test event now"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/webhooks/incoming/{token}/messages"], *, path: PostIncomingPath, body: PostIncomingBody, token: Union[str, None, Unset] = ...) -> Union[PostIncomingAnswer, PostIncomingAnswer201]:
        """postIncoming: Post a message into the room of a token"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/analytics/events"], *, body: ReportEventsBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> ReportEventsAnswer:
        """reportEvents: Report events of opening and reading"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/discover/entries/{id}/view"], *, path: ViewEntryPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> None:
        """viewEntry: Count a view of an article"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/discover/entries/{id}/share"], *, path: ShareEntryPath, body: ShareEntryBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> None:
        """shareEntry: Count a share of an article"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/discover/entries/{id}/stats"], *, path: ViewEntryStatsPath, token: Union[str, None, Unset] = ...) -> ViewEntryStatsAnswer:
        """viewEntryStats: View the numbers of an article"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/client-config"], *, token: Union[str, None, Unset] = ...) -> ClientConfigAnswer:
        """clientConfig: View the settings that a page needs before login"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/link"], *, body: Optional[BeginPanelLinkBody] = ..., token: Union[str, None, Unset] = ...) -> BeginPanelLinkAnswer:
        """beginPanelLink: Create a QR code that links a browser"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/link/claim"], *, body: ClaimPanelLinkBody, token: Union[str, None, Unset] = ...) -> Union[ClaimPanelLinkAnswer, ClaimPanelLinkAnswer202]:
        """claimPanelLink: Check whether the code has been confirmed"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/panels/codes/{code}"], *, path: ViewPanelCodePath, token: Union[str, None, Unset] = ...) -> ViewPanelCodeAnswer:
        """viewPanelCode: View the browser that shows this code"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/me/panels"], *, body: LinkPanelBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> LinkPanelAnswer:
        """linkPanel: Confirm the code that a browser shows"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/me/panels"], *, token: Union[str, None, Unset] = ...) -> ListPanelsAnswer:
        """listPanels: List the linked browsers, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/me/panels/{id}"], *, path: UnlinkPanelPath, token: Union[str, None, Unset] = ...) -> None:
        """unlinkPanel: Revoke a linked browser"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/me"], *, query: Optional[ViewPanelQuery] = ..., token: Union[str, None, Unset] = ...) -> ViewPanelAnswer:
        """viewPanel: View the start page of the panel"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/groups"], *, token: Union[str, None, Unset] = ...) -> ListPanelGroupsAnswer:
        """listPanelGroups: List the groups that the caller has founded or is an admin of"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/groups"], *, body: CreatePanelGroupBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreatePanelGroupAnswer:
        """createPanelGroup: Create a group"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/organization"], *, query: Optional[CreateOrganizationQuery] = ..., body: CreateOrganizationBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateOrganizationAnswer:
        """createOrganization: Create an organization"""
        ...

    @overload
    async def __call__(self, operation: Literal["PATCH /api/panel/organization"], *, query: Optional[ChangeOrganizationQuery] = ..., body: Optional[ChangeOrganizationBody] = ..., token: Union[str, None, Unset] = ...) -> ChangeOrganizationAnswer:
        """changeOrganization: Change the profile of the organization"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/organization/package"], *, query: Optional[RequestPackageQuery] = ..., body: RequestPackageBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> RequestPackageAnswer:
        """requestPackage: Request a package"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/panel/organization/package/request"], *, token: Union[str, None, Unset] = ...) -> None:
        """withdrawPackageRequest: Withdraw an open request"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/usage"], *, token: Union[str, None, Unset] = ...) -> ViewUsageAnswer:
        """viewUsage: View the balances and the newest 50 movements"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/members"], *, token: Union[str, None, Unset] = ...) -> ListOrganizationMembersAnswer:
        """listOrganizationMembers: List the team of the organization, the longest members first"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/members"], *, body: AddOrganizationMemberBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> AddOrganizationMemberAnswer:
        """addOrganizationMember: Give a person a role"""
        ...

    @overload
    async def __call__(self, operation: Literal["PATCH /api/panel/members/{account_id}"], *, path: ChangeOrganizationRolePath, body: ChangeOrganizationRoleBody, token: Union[str, None, Unset] = ...) -> ChangeOrganizationRoleAnswer:
        """changeOrganizationRole: Change the role of a person"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/panel/members/{account_id}"], *, path: RemoveOrganizationMemberPath, token: Union[str, None, Unset] = ...) -> None:
        """removeOrganizationMember: Remove the role of a person"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/accounts"], *, query: Optional[FindAccountsQuery] = ..., token: Union[str, None, Unset] = ...) -> FindAccountsAnswer:
        """findAccounts: Find accounts by username, id or e-mail address"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/accounts/{id}/stars"], *, path: GrantStarsPath, body: GrantStarsBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> GrantStarsAnswer:
        """grantStars: Grant or withdraw stars of an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/console/accounts/{id}/premium"], *, path: SetPremiumPath, body: SetPremiumBody, token: Union[str, None, Unset] = ...) -> SetPremiumAnswer:
        """setPremium: Set whether an account is premium"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/reports"], *, query: Optional[ListReportsQuery] = ..., token: Union[str, None, Unset] = ...) -> ListReportsAnswer:
        """listReports: List the reports"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/reports/count"], *, token: Union[str, None, Unset] = ...) -> CountReportsAnswer:
        """countReports: Count the open reports"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/reports/{id}/conversation"], *, path: ViewReportedConversationPath, query: ViewReportedConversationQuery, token: Union[str, None, Unset] = ...) -> ViewReportedConversationAnswer:
        """viewReportedConversation: Look into the conversation around a report"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/reports/{id}/decision"], *, path: SettleReportPath, body: SettleReportBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> SettleReportAnswer:
        """settleReport: Settle a report"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/console/accounts/{id}/suspension"], *, path: SuspendAccountPath, body: SuspendAccountBody, token: Union[str, None, Unset] = ...) -> SuspendAccountAnswer:
        """suspendAccount: Suspend an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/accounts/{id}/suspension"], *, path: LiftSuspensionPath, query: LiftSuspensionQuery, token: Union[str, None, Unset] = ...) -> LiftSuspensionAnswer:
        """liftSuspension: Lift the suspension of an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/accounts/{id}/sessions"], *, path: ListSessionsOfAccountPath, query: ListSessionsOfAccountQuery, token: Union[str, None, Unset] = ...) -> ListSessionsOfAccountAnswer:
        """listSessionsOfAccount: List the sessions of an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/accounts/{id}/sessions/end"], *, path: EndSessionsPath, body: EndSessionsBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> None:
        """endSessions: End all sessions of an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/console/v1-accounts/{id}/suspension"], *, path: SuspendV1AccountPath, body: SuspendV1AccountBody, token: Union[str, None, Unset] = ...) -> SuspendV1AccountAnswer:
        """suspendV1Account: Suspend an account of /v1"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/v1-accounts/{id}/suspension"], *, path: LiftV1SuspensionPath, query: LiftV1SuspensionQuery, token: Union[str, None, Unset] = ...) -> LiftV1SuspensionAnswer:
        """liftV1Suspension: Lift the suspension of an account of /v1"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/accounts/{id}/bots"], *, path: ListBotsOfAccountPath, query: ListBotsOfAccountQuery, token: Union[str, None, Unset] = ...) -> ListBotsOfAccountAnswer:
        """listBotsOfAccount: List the bots of an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/bots"], *, body: CreateBotAsOperatorBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateBotAsOperatorAnswer:
        """createBotAsOperator: Create a bot of the operators"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/bots/{id}/tokens"], *, path: CreateBotTokenAsOperatorPath, body: CreateBotTokenAsOperatorBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateBotTokenAsOperatorAnswer:
        """createBotTokenAsOperator: Create a token of a bot of the operators"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/webhooks/{id}"], *, path: DisableWebhookPath, query: DisableWebhookQuery, token: Union[str, None, Unset] = ...) -> DisableWebhookAnswer:
        """disableWebhook: Switch a webhook off"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/accounts/{id}/rooms"], *, path: ListRoomsOfAccountPath, query: ListRoomsOfAccountQuery, token: Union[str, None, Unset] = ...) -> ListRoomsOfAccountAnswer:
        """listRoomsOfAccount: List the rooms of an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/accounts/{id}"], *, path: EraseAccountAsOperatorPath, query: EraseAccountAsOperatorQuery, token: Union[str, None, Unset] = ...) -> None:
        """eraseAccountAsOperator: Erase an account on request"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/rooms/{id}/messages"], *, path: ReadRoomAsOperatorPath, query: ReadRoomAsOperatorQuery, token: Union[str, None, Unset] = ...) -> ReadRoomAsOperatorAnswer:
        """readRoomAsOperator: Read the messages of a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/rooms/{id}/messages/{message_id}"], *, path: DeleteMessageAsOperatorPath, query: DeleteMessageAsOperatorQuery, token: Union[str, None, Unset] = ...) -> DeleteMessageAsOperatorAnswer:
        """deleteMessageAsOperator: Delete a message of a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/rooms/{id}"], *, path: DeleteRoomAsOperatorPath, query: DeleteRoomAsOperatorQuery, token: Union[str, None, Unset] = ...) -> None:
        """deleteRoomAsOperator: Delete a room"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/me"], *, token: Union[str, None, Unset] = ...) -> ViewOperatorAnswer:
        """viewOperator: Show the operator of this key"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/keys"], *, token: Union[str, None, Unset] = ...) -> ListOperatorKeysAnswer:
        """listOperatorKeys: List the keys of operators"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/keys"], *, body: CreateOperatorKeyBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateOperatorKeyAnswer:
        """createOperatorKey: Create a key for an operator"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/keys/{id}/rotation"], *, path: RotateOperatorKeyPath, body: Optional[RotateOperatorKeyBody] = ..., token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> RotateOperatorKeyAnswer:
        """rotateOperatorKey: Give a key a new secret"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/keys/{id}"], *, path: RevokeOperatorKeyPath, query: Optional[RevokeOperatorKeyQuery] = ..., token: Union[str, None, Unset] = ...) -> RevokeOperatorKeyAnswer:
        """revokeOperatorKey: Revoke a key"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/login"], *, token: Union[str, None, Unset] = ...) -> DescribeOperatorLoginAnswer:
        """describeOperatorLogin: Describe the login of operators"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/login"], *, body: LoginOperatorBody, token: Union[str, None, Unset] = ...) -> LoginOperatorAnswer:
        """loginOperator: Log in as an operator with a code of the identity provider"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/login"], *, token: Union[str, None, Unset] = ...) -> None:
        """logoutOperator: End the login of this key"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/logins"], *, token: Union[str, None, Unset] = ...) -> ListOperatorLoginsAnswer:
        """listOperatorLogins: List the logins of operators"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/logins/{id}"], *, path: EndOperatorLoginsPath, query: EndOperatorLoginsQuery, token: Union[str, None, Unset] = ...) -> None:
        """endOperatorLogins: End all logins of an operator"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/audit"], *, query: Optional[ListAuditQuery] = ..., token: Union[str, None, Unset] = ...) -> ListAuditAnswer:
        """listAudit: List the audit log"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/audit/export"], *, query: Optional[ExportAuditQuery] = ..., token: Union[str, None, Unset] = ...) -> str:
        """exportAudit: Export the audit log"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/live"], *, query: Optional[LiveQuery] = ..., token: Union[str, None, Unset] = ...) -> LiveAnswer:
        """live: View the service live, with the last fifteen minutes"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/slots"], *, query: Optional[ListSlotsQuery] = ..., token: Union[str, None, Unset] = ...) -> ListSlotsAnswer:
        """listSlots: List nodes, busy slots and placements"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/console/slots/{id}/placement"], *, path: PlaceSlotPath, body: PlaceSlotBody, token: Union[str, None, Unset] = ...) -> PlaceSlotAnswer:
        """placeSlot: Move a slot to a node"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/console/slots/{id}/placement"], *, path: ReleaseSlotPath, query: ReleaseSlotQuery, token: Union[str, None, Unset] = ...) -> ReleaseSlotAnswer:
        """releaseSlot: End the placement of a slot"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/package-requests"], *, token: Union[str, None, Unset] = ...) -> ListPackageRequestsAnswer:
        """listPackageRequests: List the organizations with a requested package, longest wait first"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/organizations/{id}/package-request"], *, path: SettlePackageRequestPath, body: SettlePackageRequestBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> SettlePackageRequestAnswer:
        """settlePackageRequest: Approve or reject a requested package"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/organizations/{id}/grants"], *, path: GrantCreditPath, body: GrantCreditBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> GrantCreditAnswer:
        """grantCredit: Grant or withdraw credits of an organization"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/console/organizations/{id}/suspended"], *, path: SetOrganizationSuspendedPath, body: SetOrganizationSuspendedBody, token: Union[str, None, Unset] = ...) -> SetOrganizationSuspendedAnswer:
        """setOrganizationSuspended: Suspend or resume an organization"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/console/catalog"], *, body: PutCatalogBody, token: Union[str, None, Unset] = ...) -> PutCatalogAnswer:
        """putCatalog: Replace the catalog for organizations"""
        ...

    @overload
    async def __call__(self, operation: Literal["PUT /api/console/products"], *, body: PutProductsBody, token: Union[str, None, Unset] = ...) -> PutProductsAnswer:
        """putProducts: Replace the packages"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/sponsored"], *, token: Union[str, None, Unset] = ...) -> ListSponsoredAnswer:
        """listSponsored: List the sponsored items of the organization, newest first"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/sponsored"], *, body: CreateSponsoredBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> CreateSponsoredAnswer:
        """createSponsored: Create a draft"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/sponsored/audience-options"], *, query: Optional[SponsoredAudienceQuery] = ..., token: Union[str, None, Unset] = ...) -> SponsoredAudienceAnswer:
        """sponsoredAudience: View the possible audiences of an item"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/sponsored/media/presign"], *, body: Optional[PresignSponsoredMediaBody] = ..., token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> PresignSponsoredMediaAnswer:
        """presignSponsoredMedia: Create two links for the upload of a picture and its thumbnail"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/sponsored/{id}"], *, path: ViewSponsoredPath, token: Union[str, None, Unset] = ...) -> ViewSponsoredAnswer:
        """viewSponsored: View a sponsored item with its numbers"""
        ...

    @overload
    async def __call__(self, operation: Literal["PATCH /api/panel/sponsored/{id}"], *, path: EditSponsoredPath, body: Optional[EditSponsoredBody] = ..., token: Union[str, None, Unset] = ...) -> EditSponsoredAnswer:
        """editSponsored: Change a draft, a rejected or a paused item"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /api/panel/sponsored/{id}"], *, path: DeleteSponsoredPath, token: Union[str, None, Unset] = ...) -> None:
        """deleteSponsored: Delete an item"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/sponsored/{id}/submit"], *, path: SubmitSponsoredPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> SubmitSponsoredAnswer:
        """submitSponsored: Submit a draft for review"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/sponsored/{id}/pause"], *, path: PauseSponsoredPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> PauseSponsoredAnswer:
        """pauseSponsored: Pause a live item"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/panel/sponsored/{id}/resume"], *, path: ResumeSponsoredPath, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> ResumeSponsoredAnswer:
        """resumeSponsored: Resume a paused item"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/panel/sponsored/{id}/days"], *, path: SponsoredDaysPath, query: Optional[SponsoredDaysQuery] = ..., token: Union[str, None, Unset] = ...) -> SponsoredDaysAnswer:
        """sponsoredDays: View the numbers of an item by day"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/sponsored"], *, query: OfferSponsoredQuery, token: Union[str, None, Unset] = ...) -> OfferSponsoredAnswer:
        """offerSponsored: Choose a sponsored item for a place"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/sponsored/{id}/impression"], *, path: ReportImpressionPath, body: ReportImpressionBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> None:
        """reportImpression: It was seen"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/sponsored/{id}/tap"], *, path: ReportTapPath, body: ReportTapBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> None:
        """reportTap: It was tapped"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/sponsored/{id}/hide"], *, path: HideSponsoredPath, body: HideSponsoredBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> None:
        """hideSponsored: It is not to be shown again"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/console/sponsored"], *, query: Optional[ListSponsoredReviewsQuery] = ..., token: Union[str, None, Unset] = ...) -> ListSponsoredReviewsAnswer:
        """listSponsoredReviews: List the sponsored items of a status"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /api/console/sponsored/{id}/decision"], *, path: ReviewSponsoredPath, body: ReviewSponsoredBody, token: Union[str, None, Unset] = ..., key: Optional[str] = ...) -> ReviewSponsoredAnswer:
        """reviewSponsored: Approve or reject an item"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/health"], *, token: Union[str, None, Unset] = ...) -> HealthAnswer:
        """health: Check the parts of the service"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/ready"], *, token: Union[str, None, Unset] = ...) -> ReadyAnswer:
        """ready: Check whether the node accepts requests"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/openapi.json"], *, token: Union[str, None, Unset] = ...) -> dict[str, Any]:
        """openApi: View the OpenAPI document"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /api/asyncapi.json"], *, token: Union[str, None, Unset] = ...) -> dict[str, Any]:
        """asyncApi: View the AsyncAPI document of the socket"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/register"], *, body: V1RegisterBody, token: Union[str, None, Unset] = ...) -> V1RegisterAnswer:
        """v1Register: Create an account"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/verify-email"], *, body: V1VerifyEmailBody, token: Union[str, None, Unset] = ...) -> V1VerifyEmailAnswer:
        """v1VerifyEmail: Verify an e-mail address"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /v1/auth/verify-email"], *, query: Optional[V1VerifyEmailPageQuery] = ..., token: Union[str, None, Unset] = ...) -> str:
        """v1VerifyEmailPage: Page of the link in a verification mail"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/resend-verification"], *, body: V1ResendVerificationBody, token: Union[str, None, Unset] = ...) -> V1ResendVerificationAnswer:
        """v1ResendVerification: Send the verification link again"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/forgot-password"], *, body: V1ForgotPasswordBody, token: Union[str, None, Unset] = ...) -> V1ForgotPasswordAnswer:
        """v1ForgotPassword: Send a link for a new password by mail"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/reset-password"], *, body: V1ResetPasswordBody, token: Union[str, None, Unset] = ...) -> None:
        """v1ResetPassword: Choose a new password"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /v1/auth/reset-password"], *, query: Optional[V1ResetPasswordPageQuery] = ..., token: Union[str, None, Unset] = ...) -> str:
        """v1ResetPasswordPage: Page of the link in a password mail"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /v1/me"], *, token: Union[str, None, Unset] = ...) -> V1MeAnswer:
        """v1Me: View the own account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /v1/me"], *, body: Optional[V1DeleteMeBody] = ..., token: Union[str, None, Unset] = ...) -> None:
        """v1DeleteMe: Delete the own account"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/login"], *, body: V1LoginBody, token: Union[str, None, Unset] = ...) -> V1LoginAnswer:
        """v1Login: Log in with e-mail and password"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/refresh"], *, body: Optional[V1RefreshBody] = ..., token: Union[str, None, Unset] = ...) -> V1RefreshAnswer:
        """v1Refresh: Exchange a refresh token for a new pair"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/logout"], *, body: Optional[V1LogoutBody] = ..., token: Union[str, None, Unset] = ...) -> None:
        """v1Logout: Close the session of a refresh token"""
        ...

    @overload
    async def __call__(self, operation: Literal["POST /v1/auth/exchange"], *, body: V1ExchangeBody, token: Union[str, None, Unset] = ...) -> V1ExchangeAnswer:
        """v1Exchange: Exchange the code of a redirect login for a pair"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /v1/auth/sessions"], *, token: Union[str, None, Unset] = ...) -> V1SessionsAnswer:
        """v1Sessions: List the open sessions of the account"""
        ...

    @overload
    async def __call__(self, operation: Literal["DELETE /v1/auth/sessions/{id}"], *, path: V1CloseSessionPath, token: Union[str, None, Unset] = ...) -> None:
        """v1CloseSession: Close a session"""
        ...

    @overload
    async def __call__(self, operation: Literal["GET /v1/health"], *, token: Union[str, None, Unset] = ...) -> V1HealthAnswer:
        """v1Health: View the state of each part of the service"""
        ...
