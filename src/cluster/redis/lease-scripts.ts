/**
 * The lease table as Lua scripts. Each is one atomic step, by Redis' own clock. The keys share a hash tag, so that they
 * are in one slot of a Redis Cluster:
 *
 * 1 `gen`: `<run id>|<ms before which no node may claim>`. An emptied Redis, another server or a missing key begins a
 *   new generation: the former table is void. For one lease no slot may be claimed, so that the owners can come back.
 * 2 `nodes`: token → `<+, or - if it is leaving>` `<name>|<ms until which it lives>`
 * 3 `owners`: slot → token
 * 4 `version`
 * 5 `placements`: slot → <= by an operator, ~ by the balancer><name>. They outlive the rest of the table: a node of another
 *   life has the same name.
 *
 * A time that lies more than one lease ahead was written before the clock was set back. It is cut to one lease, so that a
 * dead node is not taken for a living one for as long as the clock was set back.
 *
 * ARGV of each: 1 run id of the server, 2 length of a lease in ms, then the arguments of the script.
 */
const prelude = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = tonumber(ARGV[2])
local changed = false
local gen = redis.call('GET', KEYS[1])
local openAt = 0
if gen and string.sub(gen, 1, #ARGV[1] + 1) == ARGV[1] .. '|' then
  openAt = tonumber(string.sub(gen, #ARGV[1] + 2))
  if openAt > now + lease then
    openAt = now + lease
    redis.call('SET', KEYS[1], ARGV[1] .. '|' .. string.format('%.0f', openAt))
  end
else
  openAt = now + lease
  redis.call('SET', KEYS[1], ARGV[1] .. '|' .. string.format('%.0f', openAt))
  redis.call('DEL', KEYS[2], KEYS[3])
  changed = true
end
local nodes = {}
local flat = redis.call('HGETALL', KEYS[2])
for at = 1, #flat, 2 do
  local bar = string.find(flat[at + 1], '|[^|]*$')
  local liveUntil = tonumber(string.sub(flat[at + 1], bar + 1))
  if liveUntil <= now then
    redis.call('HDEL', KEYS[2], flat[at])
    changed = true
  else
    nodes[flat[at]] = string.sub(flat[at + 1], 1, bar - 1)
    if liveUntil > now + lease then
      redis.call('HSET', KEYS[2], flat[at], nodes[flat[at]] .. '|' .. string.format('%.0f', now + lease))
    end
  end
end
local function live(token, name)
  nodes[token] = name
  redis.call('HSET', KEYS[2], token, name .. '|' .. string.format('%.0f', now + lease))
end
local function finish(answer)
  if changed then
    redis.call('INCR', KEYS[4])
    redis.call('PUBLISH', KEYS[4], ARGV[3])
  end
  return answer
end
local function alive(version)
  local current = tonumber(redis.call('GET', KEYS[4]) or '0')
  local quiet = math.max(0, openAt - now)
  local generation = redis.call('GET', KEYS[1])
  if current == version then return { 'alive', quiet, now, generation, current } end
  local list = {}
  for token, name in pairs(nodes) do
    list[#list + 1] = token
    list[#list + 1] = name
  end
  return { 'alive', quiet, now, generation, current, list, redis.call('HGETALL', KEYS[3]), redis.call('HGETALL', KEYS[5]) }
end
`;

/** 3 token, 4 name, 5… slots that it still holds. They are restored only while no other node can have claimed them. */
export const BEGIN = `${prelude}
for token, name in pairs(nodes) do
  if string.sub(name, 2) == ARGV[4] and token ~= ARGV[3] then
    finish()
    return { 'taken', token }
  end
end
if not nodes[ARGV[3]] then changed = true end
live(ARGV[3], '+' .. ARGV[4])
if now < openAt then
  for at = 5, #ARGV do
    if redis.call('HSETNX', KEYS[3], ARGV[at], ARGV[3]) == 1 then changed = true end
  end
end
finish()
return alive(-1)
`;

/** 3 token, 4 the version that it knows. */
export const BEAT = `${prelude}
local name = nodes[ARGV[3]]
if not name then
  finish()
  return { now < openAt and 'void' or 'lost' }
end
live(ARGV[3], name)
finish()
return alive(tonumber(ARGV[4]))
`;

/**
 * 3 token, 4 the generation that it knows, 5 the number of dead lives whose slots it may claim, then these, then slots.
 */
export const CLAIM = `${prelude}
local mine = {}
local first = 6 + tonumber(ARGV[5])
local over = {}
for at = 6, first - 1 do over[ARGV[at]] = true end
if nodes[ARGV[3]] and now >= openAt and redis.call('GET', KEYS[1]) == ARGV[4] then
  for at = first, #ARGV do
    local owner = redis.call('HGET', KEYS[3], ARGV[at])
    if owner ~= ARGV[3] and (not owner or (over[owner] and not nodes[owner])) then
      redis.call('HSET', KEYS[3], ARGV[at], ARGV[3])
      changed = true
      owner = ARGV[3]
    end
    if owner == ARGV[3] then mine[#mine + 1] = ARGV[at] end
  end
end
return finish(mine)
`;

/** 3 token. The node keeps sending heartbeats, and gets no more slots. */
export const LEAVE = `${prelude}
local name = nodes[ARGV[3]]
if name and string.sub(name, 1, 1) == '+' then
  live(ARGV[3], '-' .. string.sub(name, 2))
  changed = true
end
finish()
return name and alive(-1) or { now < openAt and 'void' or 'lost' }
`;

/** 3 token, 4 the other's token, 5… slots. */
export const GIVE = `${prelude}
local given = {}
if nodes[ARGV[3]] and nodes[ARGV[4]] then
  for at = 5, #ARGV do
    if redis.call('HGET', KEYS[3], ARGV[at]) == ARGV[3] then
      redis.call('HSET', KEYS[3], ARGV[at], ARGV[4])
      given[#given + 1] = ARGV[at]
      changed = true
    end
  end
end
return finish(given)
`;

/** 3 token, 4 = or ~, 5… slots, each followed by the name of a node, or by nothing. */
export const PLACE = `${prelude}
if not nodes[ARGV[3]] then
  finish()
  return { 'lost' }
end
for at = 5, #ARGV, 2 do
  local placed = redis.call('HGET', KEYS[5], ARGV[at])
  if ARGV[4] == '=' or not placed or string.sub(placed, 1, 1) == '~' then
    if ARGV[at + 1] == '' then
      redis.call('HDEL', KEYS[5], ARGV[at])
    else
      redis.call('HSET', KEYS[5], ARGV[at], ARGV[4] .. ARGV[at + 1])
    end
    changed = true
  end
end
return finish({ 'placed' })
`;

/** 3 token. */
export const END = `${prelude}
if nodes[ARGV[3]] then
  redis.call('HDEL', KEYS[2], ARGV[3])
  nodes[ARGV[3]] = nil
  changed = true
end
local owners = redis.call('HGETALL', KEYS[3])
for at = 1, #owners, 2 do
  if owners[at + 1] == ARGV[3] then redis.call('HDEL', KEYS[3], owners[at]) end
end
return finish({})
`;
