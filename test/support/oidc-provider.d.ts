/** The parts of `oidc-provider` that tests use; the package has no types. */
declare module "oidc-provider" {
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): import("node:http").RequestListener;
  }
}
