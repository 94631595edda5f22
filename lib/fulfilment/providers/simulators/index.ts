export { simulationAccepted } from './simulated-delivery.ts';
export { simulatedDeliveryMachine } from './simulated-delivery-machine.ts';
export { SIMULATORS, simulatedProviders } from './simulated-providers.ts';
export { type Report, type Step, stepSimulation } from './step-simulation.ts';
