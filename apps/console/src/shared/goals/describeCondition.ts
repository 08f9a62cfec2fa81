export { describeCondition, formName, overlayName, placeText } from "@marquee/contract";
