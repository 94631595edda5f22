export { defineAttention } from './define-attention.ts';
export { defineAttentionStore, withJob } from './define-attention-store.ts';
