/** How the product calls itself. Pages and manifests that cannot import it are compared with it by their test. */
export const PRODUCT_NAME = 'Dayround';
