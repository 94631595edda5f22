export { runInSandbox, type SandboxAnswer, type SandboxOutcome } from './run-in-sandbox.ts';
