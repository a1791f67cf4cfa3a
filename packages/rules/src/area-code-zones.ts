/**
 * Time zone by area code of the North American Numbering Plan (country code 1), from the assignments
 * published by NANPA and the Canadian Numbering Administrator, up to 2025. An area code that spans two zones
 * names the zone of most of its people.
 */
const CODES_BY_ZONE: Record<string, string> = {
  'America/New_York': `201 202 203 207 212 215 216 220 223 227 229 234 239 240 252 267 272 276 283 301 302 304 305 315
    321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 423 434 436 440 443 445 470 472 475
    478 484 508 513 516 518 540 551 561 567 570 571 582 585 603 606 607 609 610 614 617 624 631 640 645 646 656 667 678
    680 681 686 689 703 704 706 716 717 718 724 727 728 729 732 740 743 754 757 762 770 771 772 774 781 786 802 803 804 813
    814 821 826 828 835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 937
    941 943 947 948 954 959 973 978 980 984`,
  'America/Detroit': '231 248 269 313 517 586 616 679 734 810 906 989',
  'America/Indiana/Indianapolis': '260 317 463 574 765 812 930',
  'America/Kentucky/Louisville': '502',
  'America/Chicago': `205 210 214 217 218 219 224 225 228 235 251 254 256 262 270 274 281 308 309 312 314 316 318 319
    320 325 327 331 334 337 346 353 361 364 402 405 409 414 417 430 432 447 448 457 464 469 471 479 483 501 504 507 512 515
    531 534 539 557 563 572 573 580 601 605 608 612 615 618 620 621 629 630 636 641 651 659 660 662 682 701 708 712 713
    715 726 730 731 737 763 769 773 779 785 806 815 816 817 830 832 847 850 861 870 872 901 903 913 918 920 924 931 936 938
    940 945 952 956 972 975 979 985`,
  'America/Denver': '303 307 385 406 435 505 575 719 720 748 801 915 970 983',
  'America/Boise': '208 986',
  'America/Phoenix': '480 520 602 623 928',
  'America/Los_Angeles': `206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 458 503 509 510 530 541
    559 562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 775 805 818 820 831 837 840 858 909 916 925 949
    951 971`,
  'America/Anchorage': '907',
  'Pacific/Honolulu': '808',
  'Pacific/Guam': '670 671',
  'Pacific/Pago_Pago': '684',
  'America/Toronto': `226 249 289 343 263 354 365 367 382 416 418 437 438 450 468 514 519 548
    579 581 613 647 683 705 742 753 807 819 873 905 942`,
  'America/Winnipeg': '204 431 584',
  'America/Regina': '306 474 639',
  'America/Edmonton': '368 403 587 780 825 867',
  'America/Vancouver': '236 250 257 604 672 778',
  'America/Halifax': '782 902',
  'America/Moncton': '428 506',
  'America/St_Johns': '709 879',
  'America/Nassau': '242',
  'America/Barbados': '246',
  'America/Anguilla': '264',
  'America/Antigua': '268',
  'America/Tortola': '284',
  'America/St_Thomas': '340',
  'America/Cayman': '345',
  'Atlantic/Bermuda': '441',
  'America/Grenada': '473',
  'America/Grand_Turk': '649',
  'America/Jamaica': '658 876',
  'America/Montserrat': '664',
  'America/Lower_Princes': '721',
  'America/St_Lucia': '758',
  'America/Dominica': '767',
  'America/St_Vincent': '784',
  'America/Puerto_Rico': '787 939',
  'America/Santo_Domingo': '809 829 849',
  'America/Port_of_Spain': '868',
  'America/St_Kitts': '869',
};

const ZONE_BY_CODE = new Map<string, string>();
for (const [zone, codes] of Object.entries(CODES_BY_ZONE))
  for (const code of codes.split(/\s+/)) ZONE_BY_CODE.set(code, zone);

/**
 * IANA time zone of a three-digit area code; null when it is not assigned to a place (toll-free, 555,
 * unassigned).
 */
export function zoneOfAreaCode(code: string): string | null {
  return ZONE_BY_CODE.get(code) ?? null;
}

/** Every area code with its zone, for checks. */
export function areaCodes(): ReadonlyMap<string, string> {
  return ZONE_BY_CODE;
}
