export { type Flights, landed, noFlights, seen, sightOf, takeOff } from '#actors/runtime/flights.js';
