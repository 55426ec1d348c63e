/** X.509 certificates: made and parsed. The first import must run before the second. */
import "npm:reflect-metadata@0.2.2";
export * from "npm:@peculiar/x509@2.2.0";
