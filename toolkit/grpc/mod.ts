/** gRPC as a client: calls of one message and streams, over a connection that its caller dials. */
export {
  type GrpcCallOptions,
  GrpcConnection,
  type GrpcServer,
  type GrpcStream,
} from "./connection.ts";
export { CODE, codeName, GrpcError, MessageTooLarge } from "./grpc_error.ts";
