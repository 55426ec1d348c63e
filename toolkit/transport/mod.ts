/** HTTP requests: one client for everything here that calls a server. */
export { dial, type Dialed, type DialOptions } from "./dial.ts";
export {
  authorityOf,
  type ClientIdentity,
  type ClientIdentitySource,
  type Endpoint,
  endpointText,
  type Protocol,
  type Proxy,
  type ProxyLogin,
  type ProxyObserver,
  type ServerTls,
} from "./endpoint.ts";
export {
  type Headers,
  type ResponseBody,
  type TransportLimits,
  type TransportRequest,
  type TransportResponse,
  type Upgraded,
} from "./exchange.ts";
export { ClientTransport, endpointOf, identityOf, proxyOfUrl } from "./client_transport.ts";
export type { PoolLimits } from "./pool.ts";
export {
  type ProxyChoice,
  Transport,
  type TransportOptions,
  type WholeResponse,
} from "./transport.ts";
export {
  openWebSocket,
  UpgradeRefused,
  type UpgradeSender,
  type WebSocketClose,
  WebSocketConnection,
  type WebSocketMessage,
  type WebSocketRequest,
} from "./websocket.ts";
export { ConnectionLost, TransportError } from "./transport_error.ts";
