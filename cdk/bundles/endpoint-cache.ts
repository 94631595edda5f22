/**
 * Stands in for the SDK's cache of discovered endpoints in the bundles: every DynamoDB client makes one, and no command
 * of DynamoDB's looks into it.
 */
export class EndpointCache {}
