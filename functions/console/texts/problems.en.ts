/** English texts: what an order lacks, in the words of its form. */
export const texts = {
  check: {
    ready: 'The order can be dispatched.',
    missing: 'Saved as it is, the order cannot be dispatched yet:',
  },
  /** What is missing, by its field. */
  missing: {
    valueCents: 'Enter the value of the goods.',
    pickupPhoneNumber: 'Enter the phone number of the pickup.',
    dropoffPhoneNumber: 'Enter the phone number of the recipient.',
    deliveryMode: 'Choose whether it is delivered now or at a set time.',
    pickupFirstName: 'Enter the name of the business at the pickup.',
    dropoffFirstName: 'Enter the first name of the recipient.',
    pickupAddress: 'Choose a store, or enter the address of the pickup.',
    dropoffAddress: 'Enter the address of the recipient.',
    pickupStartTime: 'Enter the pickup window.',
    dropoffEndTime: 'Enter the dropoff window.',
  },
  /** What the chosen store lacks, by the field of the order. */
  ofStore: {
    pickupPhoneNumber: 'This store has no phone number. Enter it at the store, or choose another pickup.',
    pickupFirstName: 'This store has no name. Enter it at the store, or choose another pickup.',
    pickupAddress: 'This store has no address. Enter it at the store, or choose another pickup.',
  },
  /** What is wrong, by the rule that is broken. */
  wrong: {
    'value-is-positive': 'Enter a value of more than 0.',
    'items-are-counted': 'Enter 1 or more.',
    'emails-are-addresses': 'Enter an e-mail address, such as ada@example.com.',
    'phones-are-numbers': 'Enter a phone number in international form, such as +14155550100.',
    'delivery-mode-is-known': 'Choose one of the list.',
    'names-are-short': 'This is too long. Shorten it.',
    'lines-are-short': 'This is too long. Shorten it.',
    'texts-are-short': 'This is too long. Shorten it.',
    'address-is-found': 'This address is not on the map. Correct it.',
    'address-is-exact': 'This address is not exact enough. Enter the street with its number, and the city.',
    'address-is-one': 'The order has another address already. Clear this one.',
    'address-is-whole': 'A part of this address is missing. Enter the whole address.',
    'address-can-be-looked-up': 'This address cannot be looked up just now. Save it again later.',
    'coordinates-are-on-earth': 'This address is not on the map. Correct it.',
    'coordinates-are-meant': 'This address is not on the map. Correct it.',
    'sides-differ': 'Pickup and dropoff are at the same address. Enter another one.',
    'countries-are-codes': 'The country of this address is unknown. Enter another address.',
    'countries-match': 'The dropoff is in another country than the pickup. Enter another address.',
    'distance-is-within-cap':
      'This is farther from the pickup than your organization delivers. Enter a nearer address.',
    'times-can-be-read': 'Enter a date and a time.',
    'times-are-not-past': 'This time has passed. Enter a later one.',
    'windows-have-not-passed': 'This window has passed. Enter a later one.',
    'windows-end-after-they-start': 'This end is not after the start. Enter a later one.',
    'other-windows-can-be-read':
      'Enter up to 10 windows, each as in the example and with its end after its start, beside a first window.',
    'dropoff-follows-pickup': 'This is before the pickup starts. Enter a later time.',
    'strategy-exists': 'This strategy does not exist any more. Choose another one.',
    'store-exists': 'This store does not exist any more. Choose another one.',
    'store-is-not-restricted': 'A restriction of a zone excludes this store. Choose another one.',
    'store-hands-over': 'This store is closed at that time. Enter other times, or choose another store.',
    'store-has-room':
      'This store takes no more orders on that day. Enter another day, or choose another store.',
    'tags-are-delivered-there':
      'One of these is not delivered at this address. Leave it out, or enter another address.',
  },
  /** What a save was refused for, where only the field is known. */
  refused: {
    number: 'Enter a whole number.',
    money: 'Enter an amount.',
    list: 'One of these cannot be used. Correct it.',
    other: 'This cannot be used. Correct it.',
  },
};
