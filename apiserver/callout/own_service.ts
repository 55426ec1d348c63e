/**
 * The way to the service that leads to the server itself.
 *
 * @module
 */

import type { Locate, ServicePlace } from "./client_config.ts";
import type { ServiceReference } from "./service_resolver.ts";

/**
 * Finds the server's own service where the server listens: nothing that leads to services is needed for that, and no
 * other server behind it is asked. All others, and it as long as the server does not listen, are found by `locate`.
 */
export function shortenedBy(
  own: ServiceReference,
  place: () => ServicePlace | undefined,
  locate: Locate,
): Locate {
  return (service) => {
    const isOwn = service.namespace === own.namespace && service.name === own.name &&
      service.port === own.port;
    return (isOwn ? place() : undefined) ?? locate(service);
  };
}
