/** Slots of a cluster: where they are, what they have to do, and moving one. */
import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, name, object, oneOf } from '../schema/kinds.js';
import { type ReasonBody, reasonText } from './console-accounts.js';

export interface PlacementBody extends ReasonBody {
  node: string;
}

const tag = 'Operators';
const NODE_NAME_MAX = 128;
const number = () => Joi.number().strict();
const nodeName = () => Joi.string().max(NODE_NAME_MAX);

const slotShape = object({
  slot: integer().required(),
  node: nodeName().required().allow(null).description('The owner.'),
  work: number().required().description('Commands and items to other nodes, a second.'),
  placed_on: nodeName()
    .required()
    .allow(null)
    .description('The node that the slot belongs to while that one is alive.'),
  placed_by: oneOf('operator', 'balancer').required().allow(null),
}).label('Slot');

const nodeShape = object({
  name: nodeName().required(),
  leaving: flag().required(),
  slots: integer().required(),
  work: number().required().allow(null).description('A second; null when the node did not answer.'),
}).label('NodeSlots');

const one = { 200: { description: 'The slot.', shape: object({ slot: slotShape.required() }) } };

export const consoleSlotEndpoints = {
  listSlots: endpoint({
    id: 'listSlots',
    method: 'get',
    path: '/api/console/slots',
    tag,
    summary: 'List nodes, busy slots and placements',
    description:
      'The 50 busiest slots, and all that are placed. With `room`, the id or slug of a room: its slot alone.',
    access: 'console',
    query: object<{ room?: string }>({ room: name().chars(1, 64).description('The id or the slug of a room.') }),
    answers: {
      200: {
        description: 'The nodes and the slots.',
        shape: object({ nodes: list(nodeShape).required(), slots: list(slotShape).required() }),
      },
    },
    refusals: ['room_not_found', 'invalid_state'],
  }),
  placeSlot: endpoint({
    id: 'placeSlot',
    method: 'put',
    path: '/api/console/slots/{id}/placement',
    tag,
    summary: 'Move a slot to a node',
    description:
      'Its owner hands it over within seconds, and it stays there while the node is alive, until the placement is deleted. The path takes the number of the slot. `invalid_state`: the node is leaving, or the service is a single node.',
    access: 'console',
    body: object<PlacementBody>({ node: nodeName().required().min(1).example('node-2'), reason: reasonText() }).label(
      'Placement',
    ),
    answers: one,
    refusals: ['not_found', 'invalid_state', 'unavailable'],
  }),
  releaseSlot: endpoint({
    id: 'releaseSlot',
    method: 'delete',
    path: '/api/console/slots/{id}/placement',
    tag,
    summary: 'End the placement of a slot',
    description: 'It falls to the node that it belongs to by its number, until the balancer moves it.',
    access: 'console',
    query: object<ReasonBody>({ reason: reasonText() }),
    answers: one,
    refusals: ['not_found', 'invalid_state', 'unavailable'],
  }),
};
