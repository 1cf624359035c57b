"""Written by `npm run sdk` from docs/openapi.json."""

from __future__ import annotations

from typing import Literal, Optional, Union

from typing_extensions import Never, NotRequired, TypeAlias, TypedDict



class ErrorError(TypedDict):
    code: Literal["invalid_request", "unknown_command", "unknown_operation", "invalid_json", "invalid_verification_token", "invalid_reset_token", "invalid_code", "invalid_redirect_uri", "unauthorized", "token_expired", "invalid_refresh_token", "idp_rejected", "invalid_id_token", "invalid_token", "session_revoked", "invalid_credentials", "refresh_token_reused", "star_required", "insufficient_stars", "account_suspended", "username_required", "email_not_verified", "not_member", "not_admin", "not_allowed", "banned", "blocked", "muted", "slow_mode", "dm_closed", "room_closed", "cannot_grant_to_self", "not_author", "not_available_in_organization", "sozluk_author_banned", "forbidden", "not_in_package", "organization_suspended", "not_found", "room_not_found", "no_organization", "method_not_allowed", "founder_protected", "already_in_organization", "slug_taken", "slug_locked", "sozluk_already_shared", "idempotency_conflict", "view_once_opened", "discussion_closed", "edit_window_closed", "invalid_state", "too_many_pins", "no_credit", "refresh_conflict", "document_expired", "payload_too_large", "message_too_long", "too_many_events", "unsupported_media_type", "validation_failed", "invalid_attachment", "invalid_tax_id", "invalid_slug", "not_an_article", "sozluk_tag_required", "sozluk_topic_not_found", "rate_limited", "too_many_attempts", "internal_error", "internal", "idp_unavailable", "idp_not_configured", "mail_not_configured", "sozluk_unavailable", "overloaded", "unavailable"]
    # For people; it may change.
    message: str
    # With `validation_failed`: each field and its problems.
    fields: NotRequired[dict[str, list[str]]]
    # With `muted`, `slow_mode` and `account_suspended`: milliseconds since epoch.
    until: NotRequired[int]
    # With `account_suspended`: the text of the operator for the owner of the account.
    reason: NotRequired[str]
    # With `overloaded` and `unavailable`: repeat as it was after this long.
    retry_after_ms: NotRequired[int]


class Error(TypedDict):
    error: ErrorError


class Avatar(TypedDict):
    id: str
    # For an hour.
    url: str
    thumb_url: str
    content_type: Literal["image/jpeg", "image/webp", "image/png"]
    # Length of a side; null when it was not given.
    size_px: Optional[int]
    # The primary photo; an owner has at most one.
    is_primary: bool
    created_at: str


PutLinkHeaders = TypedDict("PutLinkHeaders", {"Content-Type": "str"})


class PutLink(TypedDict):
    method: Literal["PUT"]
    # Accepts the file with exactly these headers.
    url: str
    # The key to register once the file is uploaded.
    key: str
    # Seconds.
    expires_in: int
    headers: PutLinkHeaders


class Person(TypedDict):
    id: str
    # The current one; null before one was chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]


class Sender(TypedDict):
    """The author as at the time of writing."""

    # Null once the account is deleted.
    account_id: Optional[str]
    username: str
    role: Literal["founder", "admin", "member"]
    tag: Optional[str]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]


class PlainRoomEvent(TypedDict):
    """`score` is reserved; no room writes it."""

    type: Literal["member_joined", "member_left", "member_kicked", "member_banned", "member_unbanned", "member_unmuted", "founder_changed", "score"]
    # The account that it is about.
    username: Optional[str]
    # The account that did it.
    actor: Optional[str]
    data: dict[str, Never]


class MessageRoomEventData(TypedDict):
    message_id: str


class MessageRoomEvent(TypedDict):
    type: Literal["message_deleted", "message_pinned", "message_unpinned", "discussion_closed", "discussion_reopened"]
    # The account that it is about.
    username: Optional[str]
    # The account that did it.
    actor: Optional[str]
    data: MessageRoomEventData


class MuteRoomEventData(TypedDict):
    # Milliseconds since epoch.
    until: int
    # How long it lasts from the row on.
    seconds: int


class MuteRoomEvent(TypedDict):
    type: Literal["member_muted"]
    # The account that it is about.
    username: Optional[str]
    # The account that did it.
    actor: Optional[str]
    data: MuteRoomEventData


class WelcomeRoomEventData(TypedDict):
    text: str


class WelcomeRoomEvent(TypedDict):
    type: Literal["welcome"]
    # The account that it is about.
    username: Optional[str]
    # The account that did it.
    actor: Optional[str]
    data: WelcomeRoomEventData


class SettingsRoomEventData(TypedDict):
    # The names of the settings that were sent.
    settings: list[str]


class SettingsRoomEvent(TypedDict):
    type: Literal["room_settings_changed"]
    # The account that it is about.
    username: Optional[str]
    # The account that did it.
    actor: Optional[str]
    data: SettingsRoomEventData


class MemberPermissionsRoomEventData(TypedDict):
    # The full list of what members may not do.
    denied: list[str]


class MemberPermissionsRoomEvent(TypedDict):
    type: Literal["member_permissions_changed"]
    # The account that it is about.
    username: Optional[str]
    # The account that did it.
    actor: Optional[str]
    data: MemberPermissionsRoomEventData


class AdminPermissionsRoomEventData(TypedDict):
    # The full list of what this admin may do.
    granted: list[str]


class AdminPermissionsRoomEvent(TypedDict):
    type: Literal["admin_permissions_changed"]
    # The account that it is about.
    username: Optional[str]
    # The account that did it.
    actor: Optional[str]
    data: AdminPermissionsRoomEventData


RoomEvent: TypeAlias = "Union[PlainRoomEvent, MessageRoomEvent, MuteRoomEvent, WelcomeRoomEvent, SettingsRoomEvent, MemberPermissionsRoomEvent, AdminPermissionsRoomEvent]"


class Discussion(TypedDict):
    open: bool
    # Replies that were not deleted.
    count: int
    # Milliseconds since epoch.
    last_at: Optional[int]


class TextBlock(TypedDict):
    type: Literal["paragraph", "heading", "quote", "code"]
    text: str


class ListBlock(TypedDict):
    type: Literal["list"]
    items: list[str]


class ImageBlock(TypedDict):
    type: Literal["image"]
    key: str
    width: int
    height: int
    # For an hour; null when the file is removed.
    url: Optional[str]


class Article(TypedDict):
    title: str
    # Without its `#`.
    tag: NotRequired[str]
    blocks: list[Union[TextBlock, ListBlock, ImageBlock]]


class Survey(TypedDict):
    type: Literal["survey"]
    question: str
    options: list[str]
    multiple: bool
    # Milliseconds since epoch: no votes from then on.
    closes_at: NotRequired[int]
    # How many chose each option.
    votes: list[int]


class Location(TypedDict):
    type: Literal["location"]
    latitude: float
    longitude: float
    label: NotRequired[str]


class Contact(TypedDict):
    type: Literal["contact"]
    username: str


class EntryReference(TypedDict):
    type: Literal["entry"]
    entry_id: int


class Media(TypedDict):
    type: Literal["photo", "video", "gif", "sticker"]
    key: NotRequired[str]
    thumb_key: NotRequired[str]
    content_type: str
    width: int
    height: int
    byte_size: int
    # Videos.
    duration_ms: NotRequired[int]
    # Stickers.
    pack_id: NotRequired[str]
    # Stickers.
    emoji: NotRequired[str]
    # For an hour; null when the file is removed.
    url: NotRequired[Optional[str]]
    # For an hour; null when the file is removed.
    thumb_url: NotRequired[Optional[str]]
    # The file has been removed; its description stays.
    expired: NotRequired[bool]


class Document(TypedDict):
    type: Literal["document"]
    key: str
    name: str
    content_type: str
    byte_size: int
    # For an hour; null when the file is removed.
    url: Optional[str]
    # The file has been removed; its description stays.
    expired: NotRequired[bool]


Attachment: TypeAlias = "Union[Media, Document, Survey, Location, Contact, EntryReference]"


class MessageForwardedFrom(TypedDict):
    message_id: str
    room: str


class Message(TypedDict):
    id: str
    # Slug of the room.
    room: str
    # The entry of the room that created it.
    seq: int
    # The last entry that changed it.
    rev: int
    kind: Literal["text", "photo", "video", "gif", "sticker", "document", "entry", "article", "location", "contact", "survey", "event"]
    client_id: Optional[str]
    sender: Optional[Sender]
    body: str
    attachment: Optional[Attachment]
    article: Optional[Article]
    view_once: bool
    opened: bool
    reply_to: Optional[str]
    discussion_of: Optional[str]
    discussion: Optional[Discussion]
    forwarded_from: Optional[MessageForwardedFrom]
    reactions: dict[str, int]
    mentions: list[str]
    hashtags: list[str]
    pinned: bool
    audience: Literal["all", "admins"]
    event: Optional[RoomEvent]
    # Milliseconds since epoch.
    edited_at: Optional[int]
    # Milliseconds since epoch.
    deleted_at: Optional[int]
    # Milliseconds since epoch.
    expires_at: Optional[int]
    expired: bool
    # Seconds until the document is removed.
    ttl_left: Optional[int]
    # Milliseconds since epoch.
    inserted_at: int


class Peer(TypedDict):
    id: str
    # The current one; null before one was chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]
    online: bool
    # The read cursor of the member.
    read_seq: int


class Room(TypedDict):
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
    member_count: int
    is_member: bool
    # The permissions of the caller; empty for a non-member.
    my_permissions: list[str]
    # Members only.
    my_role: NotRequired[Literal["founder", "admin", "member"]]
    # Groups of the panel only.
    group_type_id: Optional[str]
    # Groups that an organization founded.
    organization_id: Optional[str]
    peer: NotRequired[Optional[Peer]]
    created_at: str


class RoomListRow(TypedDict):
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
    member_count: int
    is_member: bool
    # The permissions of the caller; empty for a non-member.
    my_permissions: list[str]
    # Members only.
    my_role: NotRequired[Literal["founder", "admin", "member"]]
    # Groups of the panel only.
    group_type_id: Optional[str]
    # Groups that an organization founded.
    organization_id: Optional[str]
    peer: NotRequired[Optional[Peer]]
    created_at: str
    joined_at: str
    archived: bool
    muted: bool
    # Milliseconds since epoch: the mute ends then by itself. Null without an end, and where there is no mute.
    muted_until: Optional[int]
    # While it is not muted: notifications of mentions only.
    mentions_only: bool
    pinned_to_top: bool
    # The `seq` from which on the caller has marked the room as unread. The counts do not follow it.
    unread_from: Optional[int]
    last_message: Optional[Message]
    read_seq: int
    unread: int
    unread_mentions: int


class Member(TypedDict):
    account_id: str
    username: str
    avatar: Optional[Avatar]
    online: bool
    role: Literal["founder", "admin", "member"]
    tag: Optional[str]
    # Filled for founder and admins.
    granted: list[str]
    granted_by: Optional[str]
    admin_since: Optional[str]
    # Milliseconds since epoch while a mute lasts.
    muted_until: Optional[int]
    joined_at: str
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]


class Ban(TypedDict):
    account_id: str
    username: Optional[str]
    avatar: Optional[Avatar]
    reason: Optional[str]
    banned_by: str
    banned_at: str


class JoinRequest(TypedDict):
    account_id: str
    username: str
    avatar: Optional[Avatar]
    requested_at: str


class Invite(TypedDict):
    code: str
    url: str
    uses: int
    max_uses: Optional[int]
    # Milliseconds since epoch; null: never.
    expires_at: Optional[int]
    created_by: str


class AccountFollows(TypedDict):
    followers: int
    following: int


class Account(TypedDict):
    id: str
    # Null until chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    follows: AccountFollows
    stars: int
    premium: bool
    birth_date: Optional[str]
    gender: Optional[str]
    bio: Optional[str]
    dm_policy: Literal["open", "closed", "paid"]
    dm_star_cost: int
    photo_visibility: Literal["everyone", "followers", "nobody"]
    hidden_profile: bool
    personalized_ads: bool
    created_at: str
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]


class FollowRow(TypedDict):
    id: str
    # The current one; null before one was chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]
    followed_at: str


class StarEntry(TypedDict):
    # Negative: spent.
    delta: int
    # A word; show an unknown one as a plain line.
    reason: str
    # Slug of the room it was for.
    related_room: Optional[str]
    created_at: str


class Session(TypedDict):
    id: str
    platform: Optional[str]
    device_model: Optional[str]
    app_version: Optional[str]
    created_at: str
    # ms since epoch: the login, or the last refresh.
    last_used_at: int
    # The session of the request.
    current: bool


class Export(TypedDict):
    id: str
    # `queued` and `working` end in `ready`, or, rarely, in `failed`.
    status: Literal["queued", "working", "ready", "failed"]
    requested_at: str
    ready_at: Optional[str]
    # When the files are removed, a day after they were made.
    removed_at: Optional[str]
    # The first file, once `ready`; mostly the only one.
    url: Optional[str]
    # Once `ready`: HTML files to download, the first one first. Links are good for an hour; request the export again for new ones.
    urls: list[str]


class Bot(TypedDict):
    id: str
    # The current one; null before one was chosen.
    username: Optional[str]
    avatar: Optional[Avatar]
    # Of a bot; absent for a person.
    is_bot: NotRequired[Literal[True]]
    created_at: str


class BotToken(TypedDict):
    id: str
    name: str
    # The slug of the room that it posts into, and of nothing else; null: a token of the bot.
    room: Optional[str]
    created_at: str
    # ms since epoch, exact to a minute; null: not used yet.
    last_used_at: Optional[int]


class Webhook(TypedDict):
    id: str
    bot_id: str
    # The slug of the room.
    room: str
    url: str
    events: list[Literal["message:new", "message:edited", "message:deleted", "message:reactions", "message:pins", "message:discussion", "message:expired", "survey:votes", "member:joined", "member:left", "member:updated", "member:tagged", "room:updated"]]
    enabled: bool
    # `owner`, `operator`: switched off. `failing`: nothing was accepted for three days. `gone`: the server answered 410. `not_member`: the bot is no member of the room. `room_deleted`.
    disabled_reason: Literal["owner", "operator", "failing", "gone", "not_member", "room_deleted", None]
    # Failed attempts for the event that waits.
    failures: int
    # ms since epoch, while an event waits.
    next_attempt_at: Optional[int]
    created_at: str


class Delivery(TypedDict):
    # The `webhook-id`, the same in each attempt.
    id: str
    event: str
    seq: int
    attempt: int
    # ms since epoch.
    at: int
    # The status of the answer; null without one.
    status: Optional[int]
    # Why there was no answer.
    error: Optional[str]
    duration_ms: int


class PanelLink(TypedDict):
    id: str
    label: Optional[str]
    # ms since epoch.
    linked_at: int
    # ms since epoch: its session was opened or renewed. Null until there was one.
    last_used_at: Optional[int]


class Category(TypedDict):
    slug: str
    name: str


class DiscoverTopic(TypedDict):
    # Lower case, without `#`.
    tag: str
    title: str
    category: Optional[str]
    entry_count: int
    # Percent of the published entries in the filter, two decimals; 0 in the detail of a topic.
    share: float
    # Place in the list; null in the detail of a topic.
    rank: Optional[int]
    status: str


class SuggestedTopic(TypedDict):
    # Lower case, without `#`.
    tag: str
    title: str
    entry_count: int


class EntryMediaItem(TypedDict):
    type: Literal["photo"]
    # For an hour; null when the file is removed.
    url: Optional[str]
    # For an hour; null when the file is removed.
    thumb_url: Optional[str]
    width: int
    height: int


class EntryDiscussion(TypedDict):
    """Whether the discussed message still exists. The discussion itself tells whether the caller may read it."""

    available: bool


class Entry(TypedDict):
    id: int
    # Lower case, without `#`.
    tag: str
    status: Literal["pending", "published", "rejected"]
    title: str
    # Of the moderator, on a rejected one.
    review_note: Optional[str]
    # Milliseconds since epoch.
    published_at: Optional[int]
    excerpt: NotRequired[str]
    # The article as it was written; null when the message is deleted.
    blocks: NotRequired[Optional[list[Union[TextBlock, ListBlock, ImageBlock]]]]
    # The pictures in it.
    media: NotRequired[list[EntryMediaItem]]
    # Forwards of the article and cards of the entry, in all rooms.
    reshare_count: NotRequired[int]
    reactions: NotRequired[dict[str, int]]
    author: NotRequired[Optional[Person]]
    # Whether the discussed message still exists. The discussion itself tells whether the caller may read it.
    discussion: NotRequired[EntryDiscussion]
    # The reader is the author, or the group is open.
    stats_visible: NotRequired[bool]


class ShareTopic(TypedDict):
    """With the status `pending`: the topic was proposed with the article."""

    # Lower case, without `#`.
    tag: str
    title: str
    status: str


class Share(TypedDict):
    entry_id: int
    status: Literal["pending", "published", "rejected"]
    # With the status `pending`: the topic was proposed with the article.
    topic: Optional[ShareTopic]
    # The message of the dictionary, for people.
    message: Optional[str]


class Billing(TypedDict):
    legal_name: str
    tax_office: str
    tax_id: str
    address: str
    city: str
    country: str
    district: Optional[str]
    region: Optional[str]
    postal_code: Optional[str]
    contact_phone: Optional[str]


class ProductQuotas(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class Product(TypedDict):
    id: str
    slug: str
    name: str
    # As entered, tax included.
    price_cents: int
    net_cents: int
    vat_cents: int
    # Percent.
    vat_rate: float
    currency: str
    quotas: ProductQuotas
    features: list[Literal["sponsored"]]


class OrganizationSubscriptionQuotas(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class OrganizationSubscription(TypedDict):
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
    quotas: OrganizationSubscriptionQuotas
    features: list[Literal["sponsored"]]
    started_at: int


class OrganizationPendingRequestQuotas(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class OrganizationPendingRequest(TypedDict):
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
    quotas: OrganizationPendingRequestQuotas
    features: list[Literal["sponsored"]]
    requested_at: int


class OrganizationBalances(TypedDict):
    message: int
    ai: int
    impression: int
    verification: int


class Organization(TypedDict):
    id: str
    kind: Literal["individual", "company"]
    display_name: str
    purpose: str
    # Individuals.
    position_id: Optional[str]
    # Companies.
    type_id: Optional[str]
    # Companies.
    team_size: Optional[int]
    billing: Optional[Billing]
    slug: str
    # While it has founded no room.
    slug_editable: bool
    subscription: Optional[OrganizationSubscription]
    pending_request: Optional[OrganizationPendingRequest]
    balances: OrganizationBalances
    suspended: bool
    created_at: int


class OrganizationMember(TypedDict):
    account_id: str
    username: Optional[str]
    role: Literal["owner", "admin", "ads", "viewer"]
    joined_at: int


class SponsoredItemAudience(TypedDict):
    interests: list[str]
    activity: Literal["any", "low", "medium", "high"]
    segments: list[str]


class SponsoredItem(TypedDict):
    id: str
    status: Literal["draft", "review", "live", "paused", "rejected", "ended"]
    reject_reason: Optional[str]
    title: str
    body: str
    target_kind: Literal["url", "room", "deeplink"]
    target: str
    # For an hour.
    image_url: Optional[str]
    thumb_url: Optional[str]
    languages: list[Literal["tr", "en"]]
    platforms: list[Literal["android", "ios"]]
    # The maximum number of impressions; 0: not given yet.
    budget: int
    impressions: int
    clicks: int
    # Milliseconds since epoch.
    starts_at: Optional[int]
    # Milliseconds since epoch.
    ends_at: Optional[int]
    audience: SponsoredItemAudience
    created_at: int
    updated_at: int


class ReviewedSponsoredItemAudience(TypedDict):
    interests: list[str]
    activity: Literal["any", "low", "medium", "high"]
    segments: list[str]


class ReviewedSponsoredItemOrganization(TypedDict):
    id: str
    display_name: str


class ReviewedSponsoredItem(TypedDict):
    id: str
    status: Literal["draft", "review", "live", "paused", "rejected", "ended"]
    reject_reason: Optional[str]
    title: str
    body: str
    target_kind: Literal["url", "room", "deeplink"]
    target: str
    # For an hour.
    image_url: Optional[str]
    thumb_url: Optional[str]
    languages: list[Literal["tr", "en"]]
    platforms: list[Literal["android", "ios"]]
    # The maximum number of impressions; 0: not given yet.
    budget: int
    impressions: int
    clicks: int
    # Milliseconds since epoch.
    starts_at: Optional[int]
    # Milliseconds since epoch.
    ends_at: Optional[int]
    audience: ReviewedSponsoredItemAudience
    created_at: int
    updated_at: int
    organization: ReviewedSponsoredItemOrganization


class V1ErrorError(TypedDict):
    code: Literal["invalid_request", "unknown_command", "unknown_operation", "invalid_json", "invalid_verification_token", "invalid_reset_token", "invalid_code", "invalid_redirect_uri", "unauthorized", "token_expired", "invalid_refresh_token", "idp_rejected", "invalid_id_token", "invalid_token", "session_revoked", "invalid_credentials", "refresh_token_reused", "star_required", "insufficient_stars", "account_suspended", "username_required", "email_not_verified", "not_member", "not_admin", "not_allowed", "banned", "blocked", "muted", "slow_mode", "dm_closed", "room_closed", "cannot_grant_to_self", "not_author", "not_available_in_organization", "sozluk_author_banned", "forbidden", "not_in_package", "organization_suspended", "not_found", "room_not_found", "no_organization", "method_not_allowed", "founder_protected", "already_in_organization", "slug_taken", "slug_locked", "sozluk_already_shared", "idempotency_conflict", "view_once_opened", "discussion_closed", "edit_window_closed", "invalid_state", "too_many_pins", "no_credit", "refresh_conflict", "document_expired", "payload_too_large", "message_too_long", "too_many_events", "unsupported_media_type", "validation_failed", "invalid_attachment", "invalid_tax_id", "invalid_slug", "not_an_article", "sozluk_tag_required", "sozluk_topic_not_found", "rate_limited", "too_many_attempts", "internal_error", "internal", "idp_unavailable", "idp_not_configured", "mail_not_configured", "sozluk_unavailable", "overloaded", "unavailable"]
    # For people; it may change.
    message: str
    # The same as in `X-Request-ID`.
    request_id: str
    # With `validation_failed`: each invalid field and the reason.
    fields: NotRequired[dict[str, str]]


class V1Error(TypedDict):
    error: V1ErrorError


class RoomChanges(TypedDict):
    name: NotRequired[str]
    visibility: NotRequired[Literal["open", "closed"]]
    message_ttl_hours: NotRequired[Optional[int]]
    welcome_message: NotRequired[Optional[str]]
    star_gated: NotRequired[bool]
    wallpaper: NotRequired[Literal["adacayi", "okyanus", "lavanta", "kum", "gul", "grafit"]]
    members_can_pin: NotRequired[bool]
    discussions_enabled: NotRequired[bool]
    join_approval: NotRequired[bool]
    history_for_new_members: NotRequired[bool]
    show_welcome: NotRequired[bool]
    show_members: NotRequired[bool]
    show_gifts: NotRequired[bool]
    members_can_video: NotRequired[bool]
    events_visibility: NotRequired[Literal["all", "admins", "none"]]
    slow_mode_s: NotRequired[int]
    # Permission keys taken from members.
    member_denied: NotRequired[list[str]]
    avatar: NotRequired[Optional[Avatar]]


class MissedChangeMessageEdited(TypedDict):
    type: Literal["message:edited"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    message: Message


class MissedChangeMessageDeleted(TypedDict):
    type: Literal["message:deleted"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    message_id: str
    # The row that was deleted.
    row_seq: int
    deleted_at: int


class MissedChangeMessageExpired(TypedDict):
    type: Literal["message:expired"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    message_ids: list[str]


class MissedChangeMessageReactions(TypedDict):
    type: Literal["message:reactions"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    message_id: str
    reactions: dict[str, int]


class MissedChangeMessagePins(TypedDict):
    type: Literal["message:pins"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    # Ids of the pinned messages, newest pin first.
    pins: list[str]


class MissedChangeMessageDiscussion(TypedDict):
    type: Literal["message:discussion"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    # The message that is discussed.
    message_id: str
    open: bool
    # Replies that were not deleted.
    count: int
    # When the newest reply was written.
    last_at: Optional[int]


class MissedChangeSurveyVotes(TypedDict):
    type: Literal["survey:votes"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    message_id: str
    # How many chose each option.
    votes: list[int]


class MissedChangeMemberJoined(TypedDict):
    type: Literal["member:joined"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    member: Member
    member_count: int


class MissedChangeMemberLeft(TypedDict):
    type: Literal["member:left"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    account_id: str
    username: str
    reason: Literal["left", "kicked", "banned", "deleted"]
    member_count: int


class MissedChangeMemberUpdated(TypedDict):
    type: Literal["member:updated"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    member: Member


class MissedChangeMemberTagged(TypedDict):
    type: Literal["member:tagged"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    account_id: str
    tag: Optional[str]


class MissedChangeRoomUpdated(TypedDict):
    type: Literal["room:updated"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    changes: RoomChanges


class MissedChangeRoomDeleted(TypedDict):
    type: Literal["room:deleted"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int


class MissedChangeRoomHidden(TypedDict):
    type: Literal["room:hidden"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int


class MissedChangeRoomRequest(TypedDict):
    type: Literal["room:request"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: int
    request: JoinRequest


MissedChange: TypeAlias = "Union[MissedChangeMessageEdited, MissedChangeMessageDeleted, MissedChangeMessageExpired, MissedChangeMessageReactions, MissedChangeMessagePins, MissedChangeMessageDiscussion, MissedChangeSurveyVotes, MissedChangeMemberJoined, MissedChangeMemberLeft, MissedChangeMemberUpdated, MissedChangeMemberTagged, MissedChangeRoomUpdated, MissedChangeRoomDeleted, MissedChangeRoomHidden, MissedChangeRoomRequest]"


ErrorCode: TypeAlias = Literal["invalid_request", "unknown_command", "unknown_operation", "invalid_json", "invalid_verification_token", "invalid_reset_token", "invalid_code", "invalid_redirect_uri", "unauthorized", "token_expired", "invalid_refresh_token", "idp_rejected", "invalid_id_token", "invalid_token", "session_revoked", "invalid_credentials", "refresh_token_reused", "star_required", "insufficient_stars", "account_suspended", "username_required", "email_not_verified", "not_member", "not_admin", "not_allowed", "banned", "blocked", "muted", "slow_mode", "dm_closed", "room_closed", "cannot_grant_to_self", "not_author", "not_available_in_organization", "sozluk_author_banned", "forbidden", "not_in_package", "organization_suspended", "not_found", "room_not_found", "no_organization", "method_not_allowed", "founder_protected", "already_in_organization", "slug_taken", "slug_locked", "sozluk_already_shared", "idempotency_conflict", "view_once_opened", "discussion_closed", "edit_window_closed", "invalid_state", "too_many_pins", "no_credit", "refresh_conflict", "document_expired", "payload_too_large", "message_too_long", "too_many_events", "unsupported_media_type", "validation_failed", "invalid_attachment", "invalid_tax_id", "invalid_slug", "not_an_article", "sozluk_tag_required", "sozluk_topic_not_found", "rate_limited", "too_many_attempts", "internal_error", "internal", "idp_unavailable", "idp_not_configured", "mail_not_configured", "sozluk_unavailable", "overloaded", "unavailable"]
