import { defineRefusal } from '../../platform/core/refusal.ts';

export const productNotFound = defineRefusal<{ id?: string; externalIdentifier?: string }>({
  code: 'NOT_FOUND',
  summary: 'No product of the organization has this id or external identifier.',
});

export const unknownCatalogueReferences = defineRefusal<{ unknownIds: readonly string[] }>({
  code: 'VALIDATION_ERRORS',
  summary: 'A named product or store location does not exist; `details.unknownIds` lists them.',
});
