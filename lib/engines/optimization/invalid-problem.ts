/** A problem that makes no sense. `field` is the path of the offending value, for instance `jobs[3].stop.windows[0].to`. */
export class InvalidProblem extends Error {
  readonly field: string;

  constructor(field: string, fault: string) {
    super(`${field} ${fault}`);
    this.name = 'InvalidProblem';
    this.field = field;
  }
}
