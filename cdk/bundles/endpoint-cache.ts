/**
 * Replaces the SDK's cache of discovered endpoints in the bundles: every DynamoDB client creates one, but no
 * command of DynamoDB uses it.
 */
export class EndpointCache {}
