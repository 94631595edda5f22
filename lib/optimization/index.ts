export { checkSolution, type Fault } from './check-solution.ts';
export { defineProblem } from './define-problem.ts';
export { type EstimateOptions, estimateTravel } from './estimate-travel.ts';
export { InvalidProblem } from './invalid-problem.ts';
export * from './problem.ts';
export { type Resequenced, resequence, type Violation, type ViolationKind } from './resequence.ts';
export * from './solution.ts';
export { type Progress, type SolveOptions, solve } from './solve.ts';
