/** The shape of texts in another language: the same keys, with other words. A function of texts takes the same. */
export type Translation<English> = English extends string
  ? string
  : English extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof English]: Translation<English[Key]> };
