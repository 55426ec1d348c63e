/**
 * What there is only so much of for services: addresses and ports. Handed out, looked after, repaired.
 *
 * @module
 */

export { AddressRange, type Family, familyOf } from "./address_range.ts";
export { AllocationMetrics, type Scope } from "./allocation_metrics.ts";
export { type FillingsOptions, showFillings } from "./fillings.ts";
export { isPortIn, NodePorts, type NodePortsOptions, type PortRange } from "./node_ports.ts";
export { RangeKeeper, type RangeKeeperOptions } from "./range_keeper.ts";
export { RangeFull, Refused } from "./refused.ts";
export { type Holdings, Repair, type RepairOptions } from "./repair.ts";
export { type Complaint, RepairEvents, type RepairEventsOptions } from "./repair_events.ts";
export {
  type Owner,
  ServiceAddresses,
  type ServiceAddressesOptions,
  type Taken,
  type Wanted,
} from "./service_addresses.ts";
export { ServiceRanges } from "./service_ranges.ts";
