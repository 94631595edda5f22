/** Who does something: an API key, a signed-in user, or the service by itself (a timer, a workflow). */
export interface Actor {
  readonly type: 'key' | 'user' | 'system';
  readonly id: string;
  readonly name: string;
}

/** Where a change comes from: in which organization, by whom and why. The audit log keeps it with the change. */
export interface Origin {
  readonly organizationId: string;
  readonly actor: Actor;
  /** What caused it, as `request:b0ZyDg`, `workflow-run:wfx_01J...` or `timer:order-dispatch`. */
  readonly cause: string;
}
