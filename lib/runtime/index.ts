export { type CoreDeps, coreDeps } from './core-deps.ts';
export { requireVariable } from './environment.ts';
export {
  type Grants,
  machineVariable,
  type SecretName,
  type StateMachineName,
  secretVariable,
} from './grants.ts';
export { once } from './once.ts';
