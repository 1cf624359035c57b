/** The OpenAPI document with the shapes that only the socket has: clients have the types of both in one place. */
export const withSocketShapes = (rest, socket) => ({
  ...rest,
  components: { ...rest.components, schemas: { ...rest.components.schemas, ...socket.components.schemas } },
});
