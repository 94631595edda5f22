import iconUrl from '../icon.svg?url';

/** How the product calls itself: the same in every language. */
export const PRODUCT = 'Dayround';

/** The mark of the product. */
export function Mark() {
  return <img class="mark" src={iconUrl} alt="" width={24} height={24} />;
}
