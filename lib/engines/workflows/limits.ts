/**
 * Every bound of the area in one place. The figures of specification 8 have their rule number; the others limit the
 * cost of a workflow, and say what they protect.
 */
export const limits = Object.freeze({
  /** Nodes in one definition. A canvas is unusable long before; visits in a run cannot exceed it. */
  nodes: 200,
  /** Edges in one definition: five per node leave room for wide switches. */
  edges: 1_000,
  /** Characters of a node, edge or branch key. */
  key: 64,
  /** Characters of a label. */
  label: 200,
  /** Bytes of JSON of a whole definition: half a DynamoDB item of 400 KB, so that a version fits one. */
  definitionBytes: 200_000,
  /** Nearest names looked for in one validation. */
  suggestions: 50,
  /** Nesting of any incoming JSON: the same 32 levels as a request body. */
  depth: 32,
  /** Bytes of JSON of the entities a run starts with. With the outputs it fits the 256 KiB of a Step Functions state. */
  contextBytes: 128_000,
  /** Bytes of JSON that the outputs and changes of a run take together. */
  outputBytes: 64_000,
  /**
   * Runs that may follow from one another by the events they cause. Custom events can start the workflow that emits
   * them, endlessly; intentional chains have a handful of links.
   */
  chainDepth: 10,
  /** Conditions in one filter or switch node, groups included. */
  conditions: 100,
  /** Nesting of `any` and `all` groups. */
  conditionDepth: 8,
  /** Values of an `in` list. */
  operandList: 1_000,
  /** Cases of a switch node. */
  cases: 32,
  /** Characters of a pattern. */
  pattern: 512,
  /** States to which a pattern may expand: re2js needs states × characters in the worst case. */
  patternStates: 500,
  /** Characters of a text on which a pattern is tried: 500 states × 2,048 characters stay well under 50 ms. */
  patternSubject: 2_048,
  /** Characters of a template as written. */
  template: 40_000,
  /** Variables in one template. */
  templateVariables: 200,
  /** Characters of one variable's path. */
  path: 256,
  /** Segments of a variable's path. */
  pathSegments: 16,
  /** Characters a template may expand to. */
  expansion: 64_000,
  /** Characters all texts of one node may expand to. */
  nodeExpansion: 128_000,
  /** Characters of a message subject, and of a message body or prompt as written. */
  subject: 998,
  message: 10_000,
  /** Maximum number of recipients of one message step. */
  recipients: 50,
  /** Specification 8: combined instructions text of an order. */
  instructions: 280,
  /** Specification 8: key of a validation error. */
  validationErrorKey: 64,
  /** Characters of a validation error's message. */
  validationErrorMessage: 500,
  /** Specification 8: 1 minute to 365 days. */
  rescheduleMinutes: 365 * 24 * 60,
  /** Specification 8: AI decision question, information, outcomes, rubric levels. */
  question: 8_000,
  information: 32_000,
  outcomes: 32,
  rubricLevels: 20,
  /** Bytes of the payload of a custom event (contract-facts 4.5: 1 KB). */
  eventPayload: 1_024,
  /** Maximum number of seconds of a background node, and its default. */
  timeoutSeconds: 900,
  defaultTimeoutSeconds: 60,
  /** Responses that an HTTP request step may extract, and query parameters or headers that it may set. */
  extracts: 20,
  httpFields: 50,
  /** Characters of one variable that a step's record keeps. */
  recordedValue: 256,
});
