/**
 * Requirements of a package for its courier (contract-facts 4.3), besides free texts that start with
 * `custom:` or `preferred:`.
 */
export const PACKAGE_REQUIREMENTS = [
  'photo_proof_of_delivery',
  'signature_proof_of_delivery',
  'photo_proof_of_pickup',
  'photo_reference_on_dropoff',
  'photo_reference_capture_on_dropoff',
  'signature_proof_of_pickup',
  'photo_pre_delivery_verification',
  'age_verification_on_delivery',
  'id_verification_on_delivery',
  'barcode_scan_on_pickup',
  'barcode_scan_on_dropoff',
  'barcode_scan_on_return',
  'meet_on_delivery',
  'shipping_label',
  'two_person_team',
  'pincode_verification',
  'schedule_ii_controlled_substances',
  'alcohol',
  'tobacco',
  'vapes',
  'parking_check_in',
  'display_barcode_on_pickup',
  'pick_and_pack',
] as const;
