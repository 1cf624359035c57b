"""Written by `npm run sdk` from docs/asyncapi.json."""

from __future__ import annotations

from typing import Literal, Optional, Protocol, Union, overload

from typing_extensions import NotRequired, TypeAlias, TypedDict

from .shapes import (
    Avatar,
    JoinRequest,
    Member,
    Message,
    MissedChange,
    Room,
    RoomChanges,
    RoomListRow,
    TextBlock,
)


class RoomOpenPayload(TypedDict):
    # The room's slug.
    room: str
    # The room's id as the client holds it.
    id: NotRequired[str]
    # The newest seq that the client holds; the answer has the later changes.
    after_seq: NotRequired[int]
    # How many rows at most.
    limit: NotRequired[int]


class RoomOpenAck(TypedDict):
    ok: Literal[True]
    room: Room
    # Oldest first.
    messages: list[Message]
    # Oldest first.
    changes: list[MissedChange]
    # The client is complete up to this entry with this answer.
    seq: int
    # With `after_seq`: ask again from `seq`.
    has_more: bool
    # The client must drop its copy of the room and open it without `after_seq`.
    reset: bool
    read_seq: int
    unread: int
    unread_mentions: int


class RoomClosePayload(TypedDict):
    # The room's slug.
    room: str


class RoomCloseAck(TypedDict):
    ok: Literal[True]


class MessageListPayload(TypedDict):
    # The room's slug.
    room: str
    # Rows before this one.
    before_seq: NotRequired[int]
    # Rows after this one.
    after_seq: NotRequired[int]
    # Rows on both sides of this one.
    around_seq: NotRequired[int]
    # How many rows at most.
    limit: NotRequired[int]


class MessageListAck(TypedDict):
    ok: Literal[True]
    # Oldest first.
    messages: list[Message]
    seq: int
    # A page of large rows is shorter than `limit`; only this field tells whether more rows are left.
    has_more: bool


class MessageNewPayloadAttachmentLocation(TypedDict):
    type: Literal["location"]
    latitude: float
    longitude: float
    label: NotRequired[str]


class MessageNewPayloadAttachmentContact(TypedDict):
    type: Literal["contact"]
    username: str


class MessageNewPayloadAttachmentSurvey(TypedDict):
    type: Literal["survey"]
    question: str
    options: list[str]
    multiple: NotRequired[bool]
    # Milliseconds since epoch: no votes from then on.
    closes_at: NotRequired[int]


class MessageNewPayloadAttachmentEntry(TypedDict):
    type: Literal["entry"]
    entry_id: int


class MessageNewPayloadAttachmentPhoto(TypedDict):
    type: Literal["photo"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["image/jpeg", "image/png", "image/webp"]
    width: int
    height: int
    byte_size: int


class MessageNewPayloadAttachmentVideo(TypedDict):
    type: Literal["video"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["video/mp4"]
    width: int
    height: int
    byte_size: int
    duration_ms: int


class MessageNewPayloadAttachmentGif(TypedDict):
    type: Literal["gif"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["image/gif", "image/webp"]
    width: int
    height: int
    byte_size: int


class MessageNewPayloadAttachmentSticker(TypedDict):
    type: Literal["sticker"]
    key: str
    thumb_key: NotRequired[str]
    content_type: Literal["image/webp", "image/png", "image/gif"]
    width: int
    height: int
    byte_size: int
    pack_id: NotRequired[str]
    emoji: NotRequired[str]


class MessageNewPayloadAttachmentDocument(TypedDict):
    type: Literal["document"]
    key: str
    name: str
    content_type: Literal["application/pdf", "application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-powerpoint", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/zip", "application/x-zip-compressed"]
    byte_size: int


class MessageNewPayloadArticleBlocksItemList(TypedDict):
    type: Literal["list"]
    items: list[str]


class MessageNewPayloadArticleBlocksItemImage(TypedDict):
    type: Literal["image"]
    key: str
    width: int
    height: int


class MessageNewPayloadArticle(TypedDict):
    title: str
    tag: NotRequired[Optional[str]]
    blocks: list[Union[TextBlock, MessageNewPayloadArticleBlocksItemList, MessageNewPayloadArticleBlocksItemImage]]


class MessageNewPayloadForwardOf(TypedDict):
    """Forwards a message of a room of the caller. No other content may accompany it."""

    room: str
    message_id: str


class MessageNewPayload(TypedDict):
    # The room's slug.
    room: str
    # Chosen by the sender: the same one again never makes a second message.
    client_id: NotRequired[Optional[str]]
    # Plain text, at most 16384 bytes of UTF-8.
    body: NotRequired[Optional[str]]
    # One of `photo`, `video`, `gif`, `sticker`, `document`, `entry`, `location`, `contact`, `survey`, by its `type`.
    attachment: NotRequired[Optional[Union[MessageNewPayloadAttachmentLocation, MessageNewPayloadAttachmentContact, MessageNewPayloadAttachmentSurvey, MessageNewPayloadAttachmentEntry, MessageNewPayloadAttachmentPhoto, MessageNewPayloadAttachmentVideo, MessageNewPayloadAttachmentGif, MessageNewPayloadAttachmentSticker, MessageNewPayloadAttachmentDocument]]]
    # `{title, tag?, blocks}`: 1-200 blocks, 65536 bytes together.
    article: NotRequired[Optional[MessageNewPayloadArticle]]
    # In a direct chat: a photo or video that is seen once.
    view_once: NotRequired[bool]
    # A message of the same room.
    reply_to: NotRequired[Optional[str]]
    # The message whose discussion this belongs to.
    discussion_of: NotRequired[Optional[str]]
    # Forwards a message of a room of the caller. No other content may accompany it.
    forward_of: NotRequired[Optional[MessageNewPayloadForwardOf]]


class MessageNewAck(TypedDict):
    ok: Literal[True]
    message: NotRequired[Message]
    # It was stored before, under the same client_id.
    duplicate: NotRequired[bool]
    # Which slash command was carried out.
    command: NotRequired[Literal["mute", "unmute", "kick", "ban", "unban", "help"]]
    # For `/help`: how the commands are written.
    help: NotRequired[list[str]]


class MessageEditPayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str
    # Plain text, at most 16384 bytes of UTF-8, trimmed.
    body: str
    # Only while the row has this rev.
    if_rev: NotRequired[int]


class MessageEditAck(TypedDict):
    ok: Literal[True]
    message: Message


class MessageDeletePayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str


class MessageDeleteAck(TypedDict):
    ok: Literal[True]
    message: Message


class MessageReactPayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str
    emoji: str
    # True sets, false removes.
    on: bool


class MessageReactAck(TypedDict):
    ok: Literal[True]
    reactions: dict[str, int]


class MessagePinPayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str
    # True pins, false unpins.
    pinned: bool


class MessagePinAck(TypedDict):
    ok: Literal[True]
    # Ids of the pinned messages, newest pin first.
    pins: list[str]


class SurveyVotePayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str
    # Their positions from 0; an empty list withdraws the vote.
    options: list[int]


class SurveyVoteAck(TypedDict):
    ok: Literal[True]
    # How many chose each option.
    votes: list[int]
    my_options: list[int]


class DiscussionClosePayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str


class DiscussionCloseAck(TypedDict):
    ok: Literal[True]
    message: Message


class DiscussionReopenPayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str


class DiscussionReopenAck(TypedDict):
    ok: Literal[True]
    message: Message


class MessageOpenOncePayload(TypedDict):
    # The room's slug.
    room: str
    # The id of a message of the room.
    message_id: str


class MessageOpenOnceAck(TypedDict):
    ok: Literal[True]
    url: str
    # Seconds for which the link is valid.
    expires_in: int


class MessageReadPayload(TypedDict):
    # The room's slug.
    room: str
    # Everything up to here is read.
    seq: NotRequired[int]
    # The same, by the id of the row.
    message_id: NotRequired[str]


class MessageReadAck(TypedDict):
    ok: Literal[True]
    read_seq: int
    unread: int
    unread_mentions: int


class TypingPayload(TypedDict):
    # The room's slug.
    room: str
    on: bool


class TypingAck(TypedDict):
    ok: Literal[True]


class SessionRenewPayload(TypedDict):
    # A new access token of the same session.
    token: str


class SessionRenewAck(TypedDict):
    ok: Literal[True]
    # Seconds.
    expires_in: int


class Operate(Protocol):
    """An operation of the socket."""

    @overload
    async def __call__(self, name: Literal["room:open"], payload: RoomOpenPayload) -> RoomOpenAck:
        """Join the channel of a room, with the newest rows or with everything after `after_seq`."""
        ...

    @overload
    async def __call__(self, name: Literal["room:close"], payload: RoomClosePayload) -> RoomCloseAck:
        """Leave the channel of a room."""
        ...

    @overload
    async def __call__(self, name: Literal["message:list"], payload: MessageListPayload) -> MessageListAck:
        """A page of rows, oldest first."""
        ...

    @overload
    async def __call__(self, name: Literal["message:new"], payload: MessageNewPayload) -> MessageNewAck:
        """Send a message. The ack means it is durable."""
        ...

    @overload
    async def __call__(self, name: Literal["message:edit"], payload: MessageEditPayload) -> MessageEditAck:
        """Change the text of an own message, within 48 hours."""
        ...

    @overload
    async def __call__(self, name: Literal["message:delete"], payload: MessageDeletePayload) -> MessageDeleteAck:
        """Delete a message: its author, or an admin with the right."""
        ...

    @overload
    async def __call__(self, name: Literal["message:react"], payload: MessageReactPayload) -> MessageReactAck:
        """Set or remove a reaction."""
        ...

    @overload
    async def __call__(self, name: Literal["message:pin"], payload: MessagePinPayload) -> MessagePinAck:
        """Pin a message for everybody, or unpin it."""
        ...

    @overload
    async def __call__(self, name: Literal["survey:vote"], payload: SurveyVotePayload) -> SurveyVoteAck:
        """Vote in a survey; an empty list of options withdraws the vote."""
        ...

    @overload
    async def __call__(self, name: Literal["discussion:close"], payload: DiscussionClosePayload) -> DiscussionCloseAck:
        """End the discussion of a message: its author, or an admin."""
        ...

    @overload
    async def __call__(self, name: Literal["discussion:reopen"], payload: DiscussionReopenPayload) -> DiscussionReopenAck:
        """Open the discussion of a message again."""
        ...

    @overload
    async def __call__(self, name: Literal["message:open_once"], payload: MessageOpenOncePayload) -> MessageOpenOnceAck:
        """Get the link of a view-once file: a single time, and again for a minute on the same device."""
        ...

    @overload
    async def __call__(self, name: Literal["message:read"], payload: MessageReadPayload) -> MessageReadAck:
        """Move the read cursor forward."""
        ...

    @overload
    async def __call__(self, name: Literal["typing"], payload: TypingPayload) -> TypingAck:
        """Tell the others that the member is typing; at most once in 3 seconds."""
        ...

    @overload
    async def __call__(self, name: Literal["session:renew"], payload: SessionRenewPayload) -> SessionRenewAck:
        """Renew the socket with a new access token of the same session."""
        ...


class ReadyEvent(TypedDict):
    """The first event: the socket is connected."""

    account_id: str
    session_id: str
    node: str
    # It changes when the store was restored from a backup. Copies of rooms from another epoch hold entries that may not exist: drop them, and open the rooms without `after_seq`.
    epoch: str
    # Milliseconds since epoch.
    server_time: int
    limits: dict[str, int]


class RoomNewEvent(TypedDict):
    """A room was added to the list of rooms."""

    # A direct chat comes as in the list.
    room: Union[Room, RoomListRow]


class RoomGoneEvent(TypedDict):
    """A room was removed from the list of rooms."""

    # Slug of the room.
    room: str
    reason: Literal["kicked", "banned", "deleted", "left"]


class RoomFlagsEvent(TypedDict):
    """Another device of the account archived, silenced or pinned a room."""

    # Slug of the room.
    room: str
    archived: bool
    muted: bool
    # Milliseconds since epoch: the mute ends then by itself. Null without an end, and where there is no mute.
    muted_until: Optional[int]
    # While it is not muted: notifications of mentions only.
    mentions_only: bool
    pinned_to_top: bool
    # The `seq` from which on the caller has marked the room as unread. The counts do not follow it.
    unread_from: Optional[int]


class AccountAvatarEvent(TypedDict):
    """A person who shares a room with the account, or whom it follows, changed the photo: the current one, or none."""

    account_id: str
    avatar: Optional[Avatar]


class PresenceEvent(TypedDict):
    """The peer of a direct chat came online or went offline."""

    account_id: str
    online: bool
    # Milliseconds since epoch; null while they are here.
    last_seen: Optional[int]


class PermissionsChangedEvent(TypedDict):
    """The permissions of the account in a room changed."""

    # Slug of the room.
    room: str
    my_role: Literal["founder", "admin", "member"]
    my_permissions: list[str]


class StarsChangedEvent(TypedDict):
    """The new balance of stars."""

    balance: int


class RoomActivityEvent(TypedDict):
    """There is activity in a room that the socket has not opened; at most once a second for a room."""

    # Slug of the room.
    room: str
    seq: int
    last_message: Optional[Message]
    # A message mentioned the account.
    mention: bool


class SessionExpiringEvent(TypedDict):
    """The access token ends soon: send `session:renew`."""

    expires_at: int
    expires_in: int


class SessionClosedEvent(TypedDict):
    """The server is about to close this socket, with the reason."""

    reason: Literal["token_expired", "session_closed", "account_deleted", "account_suspended", "slow_consumer", "draining"]


class ServerDrainingEvent(TypedDict):
    """This server is about to restart: connect again after the given time."""

    retry_after_ms: int


class OperationErrorEventError(TypedDict):
    code: str
    # For people; it may change.
    message: str
    fields: NotRequired[dict[str, list[str]]]
    until: NotRequired[int]
    reason: NotRequired[str]
    retry_after_ms: NotRequired[int]


class OperationErrorEvent(TypedDict):
    """An operation without an ack was refused."""

    op: str
    error: OperationErrorEventError


class MessageNewChange(TypedDict):
    """A row was written; the sender receives it too."""

    type: Literal["message:new"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    message: Message


class MessageEditedChange(TypedDict):
    """A row has another text, was opened, or lost its file."""

    type: Literal["message:edited"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    message: Message


class MessageDeletedChange(TypedDict):
    """A row was deleted; its content is removed."""

    type: Literal["message:deleted"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    message_id: str
    # The row that was deleted.
    row_seq: int
    deleted_at: int


class MessageExpiredChange(TypedDict):
    """These rows have expired."""

    type: Literal["message:expired"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    message_ids: list[str]


class MessageReactionsChange(TypedDict):
    """The current reactions to a row."""

    type: Literal["message:reactions"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    message_id: str
    reactions: dict[str, int]


class MessagePinsChange(TypedDict):
    """The current pinned messages."""

    type: Literal["message:pins"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    # Ids of the pinned messages, newest pin first.
    pins: list[str]


class MessageDiscussionChange(TypedDict):
    """A discussion was opened, closed, reopened, or has more or fewer replies."""

    type: Literal["message:discussion"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    # The message that is discussed.
    message_id: str
    open: bool
    # Replies that were not deleted.
    count: int
    # When the newest reply was written.
    last_at: Optional[int]


class SurveyVotesChange(TypedDict):
    """The current votes in a survey."""

    type: Literal["survey:votes"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    message_id: str
    # How many chose each option.
    votes: list[int]


class MemberJoinedChange(TypedDict):
    """A person became a member. Photos come from lists and `account:avatar`, because not all readers see the same one."""

    type: Literal["member:joined"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    member: Member
    member_count: int


class MemberLeftChange(TypedDict):
    """A person is no longer a member."""

    type: Literal["member:left"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    account_id: str
    username: str
    reason: Literal["left", "kicked", "banned", "deleted"]
    member_count: int


class MemberUpdatedChange(TypedDict):
    """A member changed. The event has no photo."""

    type: Literal["member:updated"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    member: Member


class MemberTaggedChange(TypedDict):
    """A member has another tag, or none."""

    type: Literal["member:tagged"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    account_id: str
    tag: Optional[str]


class RoomUpdatedChange(TypedDict):
    """The settings of the room, the restrictions of its members, or its photo changed."""

    type: Literal["room:updated"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    changes: RoomChanges


class MessageReadChange(TypedDict):
    """In a direct chat: one of the two has read up to here."""

    type: Literal["message:read"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    account_id: str
    read_seq: int


class RoomDeletedChange(TypedDict):
    """The room was deleted, with its channel."""

    type: Literal["room:deleted"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]


class RoomHiddenChange(TypedDict):
    """A row from before the reader joined changed."""

    type: Literal["room:hidden"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]


class RoomRequestChange(TypedDict):
    """A person requests to join."""

    type: Literal["room:request"]
    # Slug of the room.
    room: str
    # The entry of the room that this belongs to.
    seq: int
    # The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.
    prev_seq: NotRequired[int]
    request: JoinRequest


RoomChange: TypeAlias = "Union[MessageNewChange, MessageEditedChange, MessageDeletedChange, MessageExpiredChange, MessageReactionsChange, MessagePinsChange, MessageDiscussionChange, SurveyVotesChange, MemberJoinedChange, MemberLeftChange, MemberUpdatedChange, MemberTaggedChange, RoomUpdatedChange, MessageReadChange, RoomDeletedChange, RoomHiddenChange, RoomRequestChange]"
